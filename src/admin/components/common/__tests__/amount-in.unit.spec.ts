import { describe, expect, it } from "vitest"
import { amountIn } from "../amount-in"

describe("an entered amount", () => {
  it.each([
    ["15,00", "EUR", 1500],
    ["15.5", "EUR", 1550],
    [" 15 ", "EUR", 1500],
    ["0.01", "EUR", 1],
    ["1500", "JPY", 1500],
    ["1.500", "KWD", 1500],
    ["90071992547409.91", "EUR", Number.MAX_SAFE_INTEGER],
  ])("is converted to minor units: %j %s", (text, currency, amount) => {
    expect(amountIn(text, currency)).toBe(amount)
  })

  it.each([
    ["1.500", "EUR"],
    ["1,500", "EUR"],
    ["1,000.00", "EUR"],
    ["1.000,00", "EUR"],
    ["1 500", "EUR"],
    ["15.", "EUR"],
    [".5", "EUR"],
    ["-1", "EUR"],
    ["1e3", "EUR"],
    ["0", "EUR"],
    ["0,00", "EUR"],
    ["", "EUR"],
    ["15.0", "JPY"],
    ["1.5000", "KWD"],
    ["90071992547409.92", "EUR"],
  ])("is refused rather than guessed: %j %s", (text, currency) => {
    expect(amountIn(text, currency)).toBeUndefined()
  })

  it("is limited to the given maximum", () => {
    expect(amountIn("15.00", "EUR", 1500)).toBe(1500)
    expect(amountIn("15.01", "EUR", 1500)).toBeUndefined()
  })
})
