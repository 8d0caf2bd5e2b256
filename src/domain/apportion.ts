import { exponentOf } from "./money"

/** The decimal places beyond the minor unit: more than Medusa calculates with. */
const DIGITS = 24
const ONE = 10n ** BigInt(DIGITS)

/**
 * ScanCursors decimal amounts to minor units that add up to `total`. Each result is off by less than one; the
 * amounts with the largest remainders are rounded up (largest remainder method). Exact amounts stay unchanged,
 * provided that the decimals add up to `total` apart from rounding.
 */
export function roundInto(total: number, decimals: readonly string[], currency: string): number[] {
  return distribute(
    total,
    decimals.map((decimal) => scaled(decimal, exponentOf(currency)))
  )
}

/** Divides minor units in proportion to decimal weights; evenly if all weights are 0. */
export function divide(total: number, weights: readonly string[]): number[] {
  const exact = weights.map((weight) => scaled(weight, 0))
  const sum = exact.reduce((all, weight) => all + weight, 0n)
  const even = exact.map(() => (BigInt(total) * ONE) / BigInt(exact.length))
  return distribute(total, sum === 0n ? even : exact.map((weight) => (BigInt(total) * ONE * weight) / sum))
}

function distribute(total: number, parts: readonly bigint[]): number[] {
  const floors = parts.map((part) => (part - rest(part)) / ONE)
  const missing = total - Number(floors.reduce((sum, floor) => sum + floor, 0n))
  const step = Math.sign(missing)
  const byRest = parts.map((_, index) => index).sort((a, b) => step * compare(rest(parts[b]), rest(parts[a])))
  const shares = floors.map(Number)
  for (let n = 0; n < Math.abs(missing) && shares.length; n++) {
    const index = byRest[n % byRest.length] ?? 0
    shares[index] = (shares[index] ?? 0) + step
  }
  return shares
}

/** The remainder that flooring removes. Never negative. */
function rest(part = 0n): bigint {
  return ((part % ONE) + ONE) % ONE
}

const compare = (a: bigint, b: bigint) => (a < b ? -1 : Number(a > b))

/** A decimal, shifted right by `places` and multiplied by ONE. */
function scaled(decimal: string, places: number): bigint {
  const [whole = "", fraction = ""] = decimal.replace("-", "").split(".")
  const digits = BigInt(whole + fraction.padEnd(places + DIGITS, "0").slice(0, places + DIGITS))
  return decimal.startsWith("-") ? -digits : digits
}
