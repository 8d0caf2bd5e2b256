import { runInNewContext } from "node:vm"
import { describe, expect, it } from "vitest"
import { nameFault, namesTheStore } from "../domain/client-name"
import { toMinor } from "../domain/money"

/** Runs the function, and throws after two seconds, also while a regular expression is matched. */
const inTime = (run: () => unknown): unknown => runInNewContext("run()", { run }, { timeout: 2000 })

describe("the check of a client's name", () => {
  it.each([
    ["punctuation before a symbol", "!", "\u2713"],
    ["digits before a letter of another script", "1", "\ua4e2"],
    ["letters before a symbol", "a", "\u2713"],
    ["marks without a letter", "\u0301", "\u2713"],
    ["spaces before an invisible character", " ", "\u200b"],
    ["symbols that resemble letters", "@", "\u2713"],
    ["letters that are spaced out", "o ", "\u2713"],
  ])("takes a time that does not depend on the characters: %s [REG-15]", (_, repeated, last) => {
    const name = repeated.repeat(199 / repeated.length) + last
    const faults = inTime(() => [nameFault(name), namesTheStore(name, ["Brass & Beyond"])])
    expect(faults).toEqual([expect.any(String), false])
  })

  it("rejects more than 200 characters before it reads them [REG-15]", () => {
    expect(nameFault("a".repeat(200))).toBeUndefined()
    expect(nameFault("\u2713".repeat(201))).toBe("must have at most 200 characters")
    expect(inTime(() => nameFault("\u{1d42f}1!".repeat(1_000_000)))).toContain("at most 200")
  })
})

it("a decimal amount is rejected in a time that is proportional to its length", () => {
  expect(() => inTime(() => toMinor(`1.${"0".repeat(200_000)}1`, "EUR"))).toThrow("finer than")
  expect(inTime(() => toMinor(`1.${"0".repeat(200_000)}`, "EUR"))).toBe(100)
})
