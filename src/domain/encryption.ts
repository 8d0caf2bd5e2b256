import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"

const VERSION = "v1"
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a text with AES-256-GCM. `about` names the record it belongs to and is authenticated, so the result
 * cannot be decrypted as another record's. The key is 32 bytes in base64.
 */
export function encrypt(text: string, about: string, key: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "base64"), iv).setAAD(Buffer.from(about))
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64url")}`
}

/** Decrypts a text encrypted by `encrypt`. Throws if the key, `about` or the text differs. */
export function decrypt(encrypted: string, about: string, key: string): string {
  const [version, content = ""] = encrypted.split(".")
  if (version !== VERSION) throw new Error("not encrypted by this version")
  const bytes = Buffer.from(content, "base64url")
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)]
  const decipher = createDecipheriv("aes-256-gcm", Buffer.from(key, "base64"), iv, {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(about)).setAuthTag(tag)
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
    "utf8"
  )
}
