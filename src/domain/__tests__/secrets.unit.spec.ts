import { describe, expect, it } from "vitest"
import { digest, equals, newId, newSecret } from "../secrets"

describe("secrets", () => {
  it("have a prefix and 256 random bits, and are stored as their SHA-256", () => {
    expect(newSecret("gwa")).toMatch(/^gwa_[A-Za-z0-9_-]{43}$/)
    expect(newSecret("gwa")).not.toBe(newSecret("gwa"))
    expect(digest("abc")).toBe("ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0")
  })

  it("are equal only if they are the same text", () => {
    expect(equals("one", "one")).toBe(true)
    expect(equals("one", "onf")).toBe(false)
    expect(equals("one", "one ")).toBe(false)
  })

  it("include ids, which start with their prefix", () => {
    expect(newId("task")).toMatch(/^task_[0-9a-f]{24}$/)
  })
})
