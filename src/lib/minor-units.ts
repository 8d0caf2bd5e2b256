import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { nearestMinor } from "../domain/money"

/** The significant digits that a decimal keeps when Medusa converts it to a double (IEEE 754: DBL_DIG). */
const EXACT_DIGITS = 15

/** Medusa divides with at least twenty decimals. Digits after the twelfth are rounding errors. */
const DECIMALS = 12

/**
 * Converts Medusa's amount in major units to integer minor units, rounded half away from zero. All conversions
 * must use this function: Medusa represents the same amount with twenty digits (0.65499999999999999999) or as a
 * double (0.655), and both give the same result here. Throws RangeError if the result has more than fifteen
 * digits.
 */
export function toMinorUnits(amount: BigNumberInput | null | undefined, currency: string): number {
  const minor = nearestMinor(decimalOf(amount), currency)
  if (Math.abs(minor) >= 10 ** EXACT_DIGITS) throw new RangeError(`amount out of range: ${minor} ${currency}`)
  return minor
}

/** The exact decimal of Medusa's amount, without the rounding errors of its arithmetic. */
export function decimalOf(amount: BigNumberInput | null | undefined): string {
  const exact = MathBN.convert(amount ?? 0)
  return MathBN.convert(exact.precision(EXACT_DIGITS), DECIMALS).toFixed()
}
