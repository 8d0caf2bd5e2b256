import type { SignatureReason } from "./driver"

/** The signature of a message was rejected. */
export class SignatureRefused extends Error {
  constructor(readonly reason: SignatureReason) {
    super(reason)
  }
}
