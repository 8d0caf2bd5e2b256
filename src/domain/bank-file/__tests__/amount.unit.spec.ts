import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { exponentOf, toDecimal } from "../../money"
import { amountOf } from "../amount"

const grouped = (decimal: string, group: string, point: string) => {
  const [whole = "", fraction] = decimal.split(".")
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, group)
  return fraction === undefined ? groups : `${groups}${point}${fraction}`
}

describe("an amount of a bank's file", () => {
  it.each(["EUR", "JPY", "KWD"])("of %s is exact in each way to write it [ADM-71]", (currency) => {
    const amounts = fc.integer({ min: -(10 ** 14), max: 10 ** 14 })
    const ways = fc.constantFrom(["", "."], ["", ","], [".", ","], [",", "."], [" ", ","], ["\u00a0", "."])
    fc.assert(
      fc.property(amounts, ways, (amount, [group = "", point = ""]) => {
        const decimal = toDecimal(amount, currency)
        // A single group without decimals could also be a decimal of a currency with three.
        fc.pre(exponentOf(currency) > 0 || group !== "" || !decimal.includes("."))
        expect(amountOf(grouped(decimal, group, point), currency)).toBe(amount)
      })
    )
  })

  it.each([
    ["12.3", "EUR", 1230],
    ["12,3400", "EUR", 1234],
    ["1.234.567", "EUR", 123456700],
    ["12,34 €", "EUR", 1234],
    ["EUR 12.34", "EUR", 1234],
    ["12.345", "JPY", 12345],
    ["12.345", "KWD", 12345],
    ["+5", "EUR", 500],
    ["0,10", "EUR", 10],
    ["0", "EUR", 0],
  ])("such as %s of %s is %i in minor units", (text, currency, amount) => {
    expect(amountOf(text, currency)).toBe(amount)
  })

  it.each([
    ["1.234", "EUR"],
    ["1,234", "EUR"],
    ["12.340", "EUR"],
    ["12.345,678", "EUR"],
    ["0.123", "JPY"],
    ["12.34", "JPY"],
    ["1.23.45", "EUR"],
    ["1,23,45", "EUR"],
    ["1.234.56", "EUR"],
    ["12.", "EUR"],
    [".5", "EUR"],
    ["1e3", "EUR"],
    ["0x10", "EUR"],
    ["--5", "EUR"],
    ["5-", "EUR"],
    ["12 34", "EUR"],
    ["12.34 USD", "EUR"],
    ["NaN", "EUR"],
    ["١٢", "EUR"],
    ["", "EUR"],
    ["99999999999999999", "EUR"],
  ])(
    "such as %j of %s is refused, because it is none or can be read in two ways [ADM-71]",
    (text, currency) => {
      expect(amountOf(text, currency)).toBeUndefined()
    }
  )
})
