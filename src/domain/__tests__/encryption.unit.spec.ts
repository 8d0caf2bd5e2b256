import { randomBytes } from "node:crypto"
import { describe, expect, it } from "vitest"
import { seal, unseal } from "../encryption"

const key = randomBytes(32).toString("base64")

describe("an encrypted text", () => {
  it.each(["", "secret", "ăîșț €", "x".repeat(10_000)])(
    "can be decrypted with its key and name (%#)",
    (text) => {
      expect(unseal(seal(text, "a", key), "a", key)).toBe(text)
    }
  )

  it("reveals nothing and differs each time", () => {
    const [one, other] = [seal("secret", "a", key), seal("secret", "a", key)]
    expect(one).not.toBe(other)
    expect(Buffer.from(one.split(".")[1] ?? "", "base64url").toString("latin1")).not.toContain("secret")
  })

  it("cannot be decrypted with another key or name, or after a change", () => {
    const sealed = seal("secret", "a", key)
    expect(() => unseal(sealed, "a", randomBytes(32).toString("base64"))).toThrow()
    expect(() => unseal(sealed, "b", key)).toThrow()
    const bytes = Buffer.from(sealed.slice(3), "base64url")
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    expect(() => unseal(`v1.${bytes.toString("base64url")}`, "a", key)).toThrow()
    for (const none of ["", "v1", "v1.", "v2.abc", "v1.abc"]) expect(() => unseal(none, "a", key)).toThrow()
  })
})
