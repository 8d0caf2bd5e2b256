/** Digits after the point, from the platform's own table: the store's may not vouch for itself. EUR 2, JPY 0, KWD 3. */
function digitsOf(currency: string): number {
  const format = new Intl.NumberFormat("en", { style: "currency", currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

export const sum = (amounts: readonly number[]): number => amounts.reduce((a, b) => a + b, 0)

/** What is in `these` and not in `those`, each as often as it is too many. */
export function without(these: readonly number[], those: readonly number[]): number[] {
  const left = [...those]
  return these.filter((amount) => {
    const at = left.indexOf(amount)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** So many digits after the point are compared: as many as Medusa computes with. */
const EXACT_DIGITS = 30

/** A decimal as an integer of 10^-30, to compare and to sum exactly. */
export function exact(decimal: string): bigint {
  const [coefficient = "0", exponent = "0"] = decimal.toLowerCase().split("e")
  const [whole = "", fraction = ""] = coefficient.split(".")
  const shift = EXACT_DIGITS + Number(exponent) - fraction.length
  const digits = BigInt(`${whole}${fraction}`)
  return shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift)
}

/** What Medusa's arithmetic may leave of a division: less than this is nothing. */
const NOTHING = 10n ** BigInt(EXACT_DIGITS - 12)

/** Whether two decimals are the same, but for what a division of Medusa's leaves. */
export function isSame(one: bigint, other: bigint): boolean {
  const apart = one - other
  return apart < NOTHING && -apart < NOTHING
}

/**
 * A decimal in major units as the amount a bank is asked for: the nearest integer of minor units. Half of one is rounded
 * up. Whether Medusa's own decimals agree with each other is compared exactly.
 */
export function minorOf(decimal: string, currency: string): number {
  return minorIn(exact(decimal), currency)
}

/** The same of an exact amount. */
export function minorIn(amount: bigint, currency: string): number {
  const unit = 10n ** BigInt(EXACT_DIGITS - digitsOf(currency.toUpperCase()))
  const size = amount < 0n ? -amount : amount
  const units = (size + NOTHING + unit / 2n) / unit
  return Number(amount < 0n ? -units : units)
}
