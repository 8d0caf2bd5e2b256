import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { exponentOf, isCurrency, nearestMinor, toDecimal, toMinor } from "../money"

describe("money", () => {
  it.each([
    [1500, "EUR", "15.00"],
    [5, "RON", "0.05"],
    [1500, "JPY", "1500"],
    [1500, "KWD", "1.500"],
    [0, "EUR", "0.00"],
  ])("%i minor units of %s are the decimal %s, and back [SRV-20, SRV-21]", (minor, currency, decimal) => {
    expect(toDecimal(minor, currency)).toBe(decimal)
    expect(toMinor(decimal, currency)).toBe(minor)
  })

  it("converts any safe amount to a decimal and back without loss, for every exponent [SRV-21]", () => {
    const amounts = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
    const currencies = fc.constantFrom("EUR", "JPY", "KWD", "CLF")
    fc.assert(
      fc.property(amounts, currencies, (minor, code) => toMinor(toDecimal(minor, code), code) === minor)
    )
  })

  it("accepts a decimal with fewer digits than the currency has", () => {
    expect(toMinor("15", "EUR")).toBe(1500)
    expect(toMinor("15.5", "EUR")).toBe(1550)
  })

  it.each(["15.001", "1e3", "", "-", "1,50", "99999999999999999.00"])(
    "rejects the decimal %j for EUR",
    (decimal) => {
      expect(() => toMinor(decimal, "EUR")).toThrow(RangeError)
    }
  )

  it.each([
    ["15", "EUR", 1500],
    ["15.004", "EUR", 1500],
    ["15.005", "EUR", 1501],
    ["14.9999999", "EUR", 1500],
    ["-15.005", "EUR", -1501],
    ["1500.5", "JPY", 1501],
    ["1500.4", "JPY", 1500],
    ["1.0005", "KWD", 1001],
  ])("rounds decimals with more digits than the currency: %s %s is %i", (decimal, currency, minor) => {
    expect(nearestMinor(decimal, currency)).toBe(minor)
  })

  it("rejects an amount that is not an integer", () => {
    expect(() => toDecimal(15.5, "EUR")).toThrow(RangeError)
  })

  it("recognizes ISO 4217 codes and their exponents, in uppercase only [SRV-22]", () => {
    expect([exponentOf("EUR"), exponentOf("JPY"), exponentOf("KWD")]).toEqual([2, 0, 3])
    expect(isCurrency("EUR")).toBe(true)
    expect(isCurrency("eur")).toBe(false)
    expect(isCurrency("EUX")).toBe(false)
  })
})
