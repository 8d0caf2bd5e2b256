import { toDecimal, toMinor } from "../../../src/domain/money"

/**
 * 15900 RON -> 159, 29 RON -> 0.29: the number that JSON shows as the exact amount. Throws RangeError if no number
 * does, which concerns amounts far above the largest payment.
 */
export function toWireAmount(minor: number, currency: string): number {
  const amount = Number(toDecimal(minor, currency))
  if (fromWireAmount(amount, currency) !== minor)
    throw new RangeError(`${minor} in minor units of ${currency} has no exact number`)
  return amount
}

/**
 * 0.29 RON -> 29, without arithmetic on the number. Undefined if the amount is negative, too large, or finer than the
 * minor unit.
 */
export function fromWireAmount(amount: number, currency: string): number | undefined {
  try {
    const minor = toMinor(String(amount), currency)
    return minor < 0 ? undefined : minor
  } catch {
    return undefined
  }
}
