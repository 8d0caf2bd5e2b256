import type { SignatureReason } from "../driver"

/** A message whose signature was not believed, and why. */
export class SignatureRefused extends Error {
  constructor(readonly reason: SignatureReason) {
    super(reason)
  }
}
