/** The signature versions of Redsys. A terminal uses exactly one of them. */
export const SIGNATURE_VERSIONS = ["HMAC_SHA256_V1", "HMAC_SHA512_V1", "HMAC_SHA512_V2"] as const
export type SignatureVersion = (typeof SIGNATURE_VERSIONS)[number]

/** The origins of Redsys' production and test systems. */
export const REDSYS_ORIGINS: ReadonlyMap<unknown, string> = new Map([
  ["live", "https://sis.redsys.es"],
  ["test", "https://sis-t.redsys.es:25443"],
])

/** The secret that Redsys issues: 24 bytes in standard base64, which has no padding. */
const SECRET = /^[A-Za-z0-9+/]{32}$/

/** A random secret of 24 bytes practically never has fewer different bytes. */
const FEWEST_BYTES = 8

/**
 * Why Redsys cannot have issued a secret; undefined if it can. Above all an empty, short or repetitive one is rejected:
 * others could guess it and sign notifications.
 */
export function faultOfSecret(secret: string): string | undefined {
  if (!SECRET.test(secret)) return "must be 24 bytes in base64, as shown by Redsys"
  if (new Set(Buffer.from(secret, "base64")).size >= FEWEST_BYTES) return undefined
  return "must be the random secret of the terminal"
}
