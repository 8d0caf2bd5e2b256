import { BigNumber } from "@medusajs/framework/utils"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { toDecimal } from "../../domain/money"
import { decimalOf, toMinorUnits } from "../minor-units"

const EXPONENTS = { JPY: 0, EUR: 2, KWD: 3 } as const
const currencies = fc.constantFrom("JPY", "EUR", "KWD" as const)

/** An amount in each of Medusa's representations: JSON with twenty digits, text, BigNumber and double. */
const shapesOf = (decimal: string) => [
  { value: new BigNumber(decimal).raw?.value ?? decimal, precision: 20 },
  decimal,
  new BigNumber(decimal),
  Number(decimal),
]

/** The quotient of two integers with twenty decimals, truncated like Medusa's division, or one unit less. */
function quotient(dividend: bigint, divisor: bigint, less: bigint): string {
  const scaled = (dividend * 10n ** 20n) / divisor - less
  const digits = String(scaled < 0n ? 0n : scaled).padStart(21, "0")
  return `${digits.slice(0, -20)}.${digits.slice(-20)}`
}

/** The nearest integer, half up. */
const rounded = (dividend: bigint, divisor: bigint) => (2n * dividend + divisor) / (2n * divisor)

describe("toMinorUnits", () => {
  it("returns the same amount for each of Medusa's representations [SRV-21]", () => {
    const amounts = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 })
    fc.assert(
      fc.property(amounts, currencies, (minor, currency) => {
        for (const shape of shapesOf(toDecimal(minor, currency)))
          expect(toMinorUnits(shape, currency)).toBe(minor)
      })
    )
  })

  it("returns the correctly rounded amount for any price, quantity, discount and tax [SRV-21]", () => {
    const price = fc.bigInt({ min: 1n, max: 100_000_000n })
    const quantity = fc.bigInt({ min: 1n, max: 99n })
    const off = fc.constantFrom(0n, 3n, 5n, 10n, 25n, 30n, 33n, 50n, 75n, 99n)
    const tax = fc.constantFrom(0n, 5n, 7n, 9n, 19n, 20n, 21n, 25n)
    const is_inclusive = fc.boolean()
    const less = fc.constantFrom(0n, 1n)
    fc.assert(
      fc.property(price, quantity, off, tax, is_inclusive, less, currencies, (...drawn) => {
        const [price, quantity, off, tax, is_inclusive, less, currency] = drawn
        // In minor units: with the tax added, or with the included tax removed, as for a tax-exempt customer.
        const dividend = price * quantity * (100n - off) * (is_inclusive ? 100n : 100n + tax)
        const divisor = 100n * (is_inclusive ? 100n + tax : 100n)
        const decimal = quotient(dividend, divisor * 10n ** BigInt(EXPONENTS[currency]), less)
        for (const shape of shapesOf(decimal))
          expect(toMinorUnits(shape, currency)).toBe(Number(rounded(dividend, divisor)))
      })
    )
  })

  it.each([
    ["0.65499999999999999999", 66],
    ["0.655", 66],
    ["0.65500000000000000001", 66],
    ["0.654999", 65],
    ["-0.655", -66],
    [0.1 + 0.2, 30],
    [null, 0],
  ])("converts %s EUR to %i", (amount, minor) => {
    expect(toMinorUnits(amount, "EUR")).toBe(minor)
  })

  it("throws for amounts with more than fifteen digits", () => {
    expect(() => toMinorUnits("10000000000000.00", "EUR")).toThrow(RangeError)
    expect(toMinorUnits("9999999999999.99", "EUR")).toBe(999_999_999_999_999)
  })
})

describe("decimalOf", () => {
  it.each([
    [{ value: "19.990000000000000000", precision: 20 }, "19.99"],
    [0.1 + 0.2, "0.3"],
    ["-5.00", "-5"],
    ["0.33333333333333333333", "0.333333333333"],
  ])("converts %j to %s", (amount, decimal) => {
    expect(decimalOf(amount)).toBe(decimal)
  })
})
