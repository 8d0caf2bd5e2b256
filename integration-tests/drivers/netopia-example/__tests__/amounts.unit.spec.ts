import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { MOST_PAYABLE, toDecimal } from "../../../../src/domain/money"
import { fromWireAmount, toWireAmount } from "../amounts"

describe("an amount at NETOPIA [BANK-82]", () => {
  it.each([
    [29, "RON", "0.29"],
    [15_900, "RON", "159"],
    [1_999, "RON", "19.99"],
    [110, "RON", "1.1"],
    [MOST_PAYABLE, "RON", "10000000000"],
    [29, "JPY", "29"],
    [1_005, "KWD", "1.005"],
  ])("is exactly %i in minor units of %s as %s, in both directions", (minor, currency, json) => {
    expect(JSON.stringify(toWireAmount(minor, currency))).toBe(json)
    expect(fromWireAmount(JSON.parse(json) as number, currency)).toBe(minor)
  })

  it("is exact for each payable amount", () => {
    const minors = fc.integer({ min: 1, max: MOST_PAYABLE })
    fc.assert(
      fc.property(minors, fc.constantFrom("RON", "JPY", "KWD"), (minor, currency) => {
        const amount = toWireAmount(minor, currency)
        expect(Number(JSON.stringify(amount))).toBe(Number(toDecimal(minor, currency)))
        expect(fromWireAmount(amount, currency)).toBe(minor)
      })
    )
  })

  it("is rejected rather than rounded", () => {
    expect(() => toWireAmount(1.5, "RON")).toThrow(RangeError)
    expect(() => toWireAmount(8_999_999_999_999_999, "RON")).toThrow(RangeError)
    const wrong = [0.295, 1e21, 1e-7, -0.29, Number.NaN, Number.POSITIVE_INFINITY, 0.1 + 0.2]
    expect(wrong.map((amount) => fromWireAmount(amount, "RON"))).toEqual(wrong.map(() => undefined))
  })
})
