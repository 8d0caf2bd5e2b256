import { describe, expect, it } from "vitest"
import { isStorable } from "../storable"

describe("a JSON value", () => {
  it.each([null, 1, true, "", "plain", "ț €", "\ud83d\ude00", "\\u0000", [[{ a: ["b"] }]], {}])(
    "%j can be stored",
    (value) => {
      expect(isStorable(value)).toBe(true)
    }
  )

  it.each(["\0", "a\0b", "\ud83d", "\ude00\ud83d", ["a", ["\0"]], { a: { b: "\0" } }, { "\0": 1 }])(
    "%j cannot be stored",
    (value) => {
      expect(isStorable(value)).toBe(false)
    }
  )

  it("is checked at any nesting depth", () => {
    const deep = (inside: string) => JSON.parse("[".repeat(100_000) + inside + "]".repeat(100_000)) as unknown
    expect([isStorable(deep("1")), isStorable(deep('"\\u0000"'))]).toEqual([true, false])
  })
})
