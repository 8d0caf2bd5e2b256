import { createHash, randomBytes, timingSafeEqual } from "node:crypto"

/** A fresh id: `prefix_` and 24 hexadecimal digits, unguessable. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`
}

/** A fresh secret of 256 random bits with a prefix that secret scanners can find. */
export function newSecret(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString("base64url")}`
}

/** SHA-256 in base64url: how secrets of full entropy are stored. */
export function digest(secret: string | Buffer): string {
  return createHash("sha256").update(secret).digest("base64url")
}

/** Compares in a time that does not depend on where, or in what length, the two differ. */
export function equals(a: string, b: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}
