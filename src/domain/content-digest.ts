import { createHash, timingSafeEqual } from "node:crypto"
import { dictionaryIn } from "./structured-field"

/** The supported digest algorithms (RFC 9530 section 5) with their names in node:crypto. */
const HASHES = { "sha-256": "sha256", "sha-512": "sha512" } as const

/** The Content-Digest of a body (RFC 9530 section 2). */
export function contentDigest(body: string | Buffer): string {
  return `sha-256=:${createHash("sha256").update(body).digest("base64")}:`
}

/**
 * Whether a Content-Digest matches a body: it has at least one supported digest, and all supported ones match.
 * Digests with unsupported algorithms are ignored.
 */
export function isDigestOf(header: string, body: Buffer): boolean {
  const digests = dictionaryIn(header)
  const known = Object.entries(HASHES).filter(([name]) => digests?.has(name))
  return known.length > 0 && known.every(([name, hash]) => isHashOf(digests?.get(name)?.value, hash, body))
}

function isHashOf(claimed: unknown, hash: string, body: Buffer): boolean {
  const actual = createHash(hash).update(body).digest()
  return Buffer.isBuffer(claimed) && claimed.length === actual.length && timingSafeEqual(claimed, actual)
}
