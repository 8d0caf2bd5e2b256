import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { nearestMinor } from "./domain/money"

/** The significant digits that a decimal keeps when Medusa passes it through a double (IEEE 754: DBL_DIG). */
const EXACT_DIGITS = 15

/** Medusa divides with twenty decimals and more; behind the twelfth there is only what division has left. */
const DECIMALS = 12

/**
 * The one way from an amount of Medusa's, in major units, to integer minor units: rounded half away from zero. Medusa
 * has the same amount at one place to twenty digits (0.65499999999999999999), at another as a double (0.655): both are
 * the same here. Throws RangeError for what no integer of fifteen digits can hold.
 */
export function toMinorUnits(amount: BigNumberInput | null | undefined, currency: string): number {
  const minor = nearestMinor(decimalOf(amount), currency)
  if (Math.abs(minor) >= 10 ** EXACT_DIGITS) throw new RangeError(`amount out of range: ${minor} ${currency}`)
  return minor
}

/** The decimal that Medusa means by an amount, without what arithmetic has left behind its digits. */
export function decimalOf(amount: BigNumberInput | null | undefined): string {
  const exact = MathBN.convert(amount ?? 0)
  return MathBN.convert(exact.precision(EXACT_DIGITS), DECIMALS).toFixed()
}
