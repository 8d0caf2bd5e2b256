import { createHash, randomBytes, timingSafeEqual } from "node:crypto"

/** A new unguessable id: `prefix_` and 24 hexadecimal digits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`
}

/** A new secret of 256 random bits, with a prefix that secret scanners recognize. */
export function newSecret(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString("base64url")}`
}

/** SHA-256 in base64url, for storing secrets of full entropy. */
export function digest(secret: string | Buffer): string {
  return createHash("sha256").update(secret).digest("base64url")
}

/** Compares two texts in constant time. */
export function equals(a: string, b: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}
