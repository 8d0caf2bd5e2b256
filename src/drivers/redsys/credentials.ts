/** The signature versions of Redsys. A terminal uses exactly one of them. */
export const SIGNATURE_VERSIONS = ["HMAC_SHA256_V1", "HMAC_SHA512_V1", "HMAC_SHA512_V2"] as const
export type SignatureVersion = (typeof SIGNATURE_VERSIONS)[number]

/** What both sides need to sign: the terminal's secret in base64, as Redsys shows it, and its signature version. */
export interface Credentials {
  readonly secret: string
  readonly signature_version: SignatureVersion
}

/** The bytes of a secret that Redsys issues. */
const SECRET_BYTES = 24

/** Standard base64 of 24 bytes, which has no padding. */
const SECRET = /^[A-Za-z0-9+/]{32}$/

/**
 * Why a secret must not be used. Undefined if it can be. The check matters most for HMAC_SHA512: it pads a short or
 * empty secret to a valid key, so that anyone could sign notifications.
 */
export function secretFault(secret: string): string | undefined {
  if (!SECRET.test(secret)) return `must be ${SECRET_BYTES} bytes in base64, as shown by Redsys`
  return new Set(Buffer.from(secret, "base64")).size < 8
    ? "must be the random secret of the terminal"
    : undefined
}
