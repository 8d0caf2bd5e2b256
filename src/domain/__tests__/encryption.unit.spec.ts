import { randomBytes } from "node:crypto"
import { describe, expect, it } from "vitest"
import { encrypt, decrypt } from "../encryption"

const key = randomBytes(32).toString("base64")

describe("an encrypted text", () => {
  it.each(["", "secret", "ăîșț €", "x".repeat(10_000)])(
    "can be decrypted with its key and name (%#)",
    (text) => {
      expect(decrypt(encrypt(text, "a", key), "a", key)).toBe(text)
    }
  )

  it("reveals nothing and differs each time", () => {
    const [one, other] = [encrypt("secret", "a", key), encrypt("secret", "a", key)]
    expect(one).not.toBe(other)
    expect(Buffer.from(one.split(".")[1] ?? "", "base64url").toString("latin1")).not.toContain("secret")
  })

  it("cannot be decrypted with another key or name, or after a change", () => {
    const encrypted = encrypt("secret", "a", key)
    expect(() => decrypt(encrypted, "a", randomBytes(32).toString("base64"))).toThrow()
    expect(() => decrypt(encrypted, "b", key)).toThrow()
    const bytes = Buffer.from(encrypted.slice(3), "base64url")
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    expect(() => decrypt(`v1.${bytes.toString("base64url")}`, "a", key)).toThrow()
    for (const none of ["", "v1", "v1.", "v2.abc", "v1.abc"]) expect(() => decrypt(none, "a", key)).toThrow()
  })
})
