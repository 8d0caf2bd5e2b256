import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { divide, roundInto } from "../apportion"

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)

describe("roundInto", () => {
  it.each([
    ["keeps exact amounts", 3500, ["10.00", "25"], "EUR", [1000, 2500]],
    ["rounds thirds", 1000, ["3.333333333333", "3.333333333333", "3.333333333334"], "EUR", [333, 333, 334]],
    ["rounds up the amount with the largest remainder", 1001, ["5.001", "5.009"], "EUR", [500, 501]],
    ["keeps an exact amount beside one that is rounded", 2001, ["10", "10.006"], "EUR", [1000, 1001]],
    ["rounds in a currency without minor units", 101, ["33.6", "67.4"], "JPY", [34, 67]],
    ["rounds in a currency with three digits", 10001, ["5.0004", "5.0006"], "KWD", [5000, 5001]],
    ["accepts a negative amount", 850, ["10", "-1.5"], "EUR", [1000, -150]],
    ["returns nothing for no amounts", 0, [], "EUR", []],
  ])("%s", (_, total, decimals, currency, expected) => {
    expect(roundInto(total, decimals, currency)).toEqual(expected)
  })

  it("returns amounts that add up to the total and are each off by less than one", () => {
    const amount = fc.integer({ min: 0, max: 10 ** 12 }).map((thousandths) => thousandths / 1000)
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 20 }), (amounts) => {
        const thousandths = amounts.map((one) => Math.round(one * 1000))
        const total = Math.round(sum(thousandths) / 10)
        const decimals = thousandths.map((one) => (one / 1000).toFixed(3))
        const shares = roundInto(total, decimals, "EUR")
        expect(sum(shares)).toBe(total)
        shares.forEach((share, n) => expect(Math.abs(share * 10 - (thousandths[n] ?? 0))).toBeLessThan(10))
      })
    )
  })
})

describe("divide", () => {
  it.each([
    [100, ["1", "1", "1"], [34, 33, 33]],
    [-100, ["1", "3"], [-25, -75]],
    [7, ["0", "0"], [4, 3]],
    [0, ["5", "1"], [0, 0]],
    [10, ["0.1", "0.2"], [3, 7]],
  ])("splits %d by the weights %j into %j", (total, weights, expected) => {
    expect(divide(total, weights)).toEqual(expected)
  })
})
