import type { SignatureVersion } from "../../domain/redsys-account"

/** What both sides need to sign. The options reject a secret that Redsys cannot have issued. */
export interface Credentials {
  /** The terminal's secret in base64, as Redsys shows it. */
  readonly secret: string
  /** The terminal's signature version. Messages in another version are rejected. */
  readonly signature_version: SignatureVersion
}
