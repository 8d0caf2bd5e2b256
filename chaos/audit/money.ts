/**
 * Decimal places of a currency: EUR 2, JPY 0, KWD 3. They come from the platform's table, because the audit must not rely
 * on that of the store.
 */
function digitsOf(currency: string): number {
  const format = new Intl.NumberFormat("en", { style: "currency", currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

/** The sum of amounts in minor units. */
export const sum = (amounts: readonly number[]): number => amounts.reduce((a, b) => a + b, 0)

/** The numbers of the first list without those of the second. A number that occurs n times removes n occurrences. */
export function without(numbers: readonly number[], removed: readonly number[]): number[] {
  const left = [...removed]
  return numbers.filter((amount) => {
    const at = left.indexOf(amount)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** The decimal places that are compared: as many as Medusa computes with. */
const EXACT_DIGITS = 30

/** A decimal as an integer in units of 10^-30, for exact comparisons and sums. */
export function exact(decimal: string): bigint {
  const [coefficient = "0", exponent = "0"] = decimal.toLowerCase().split("e")
  const [whole = "", fraction = ""] = coefficient.split(".")
  const shift = EXACT_DIGITS + Number(exponent) - fraction.length
  const digits = BigInt(`${whole}${fraction}`)
  return shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift)
}

/** The rounding error that a division in Medusa may leave. */
const TOLERANCE = 10n ** BigInt(EXACT_DIGITS - 12)

/** Whether two decimals are equal, within the rounding error of a division in Medusa. */
export function isSame(one: bigint, other: bigint): boolean {
  const difference = one - other
  return difference < TOLERANCE && -difference < TOLERANCE
}

/**
 * A decimal in major units as the amount that is sent to the bank: the nearest integer in minor units; halves are rounded
 * up. Medusa's own decimals are compared with each other exactly instead.
 */
export function minorOf(decimal: string, currency: string): number {
  return minorIn(exact(decimal), currency)
}

/** The same for an exact amount. */
export function minorIn(amount: bigint, currency: string): number {
  const unit = 10n ** BigInt(EXACT_DIGITS - digitsOf(currency.toUpperCase()))
  const size = amount < 0n ? -amount : amount
  const units = (size + TOLERANCE + unit / 2n) / unit
  return Number(amount < 0n ? -units : units)
}
