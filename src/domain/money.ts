/** ISO 4217 currencies whose minor unit is not 1/100. */
const EXPONENTS: Record<string, number> = {
  ...Object.fromEntries(
    "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" ").map((c) => [c, 0])
  ),
  ...Object.fromEntries("BHD IQD JOD KWD LYD OMR TND".split(" ").map((c) => [c, 3])),
  CLF: 4,
  UYW: 4,
}

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"))

/** The largest amount of one payment that the bank accepts (GWB/1), in minor units. */
export const MOST_PAYABLE = 1_000_000_000_000

/** Whether this is an uppercase ISO 4217 code in use. */
export function isCurrency(code: string): boolean {
  return CURRENCIES.has(code)
}

/** The number of minor-unit digits of a currency: EUR 2, JPY 0, KWD 3. */
export function exponentOf(currency: string): number {
  return EXPONENTS[currency] ?? 2
}

/**
 * 1500 EUR -> "15.00": converts integer minor units to the exact decimal that Medusa stores, without a float.
 * Throws RangeError if the amount is not a safe integer.
 */
export function toDecimal(minor: number, currency: string): string {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`not an integer amount in minor units: ${minor}`)
  const exponent = exponentOf(currency)
  const digits = String(Math.abs(minor)).padStart(exponent + 1, "0")
  const whole = digits.slice(0, digits.length - exponent)
  const rest = digits.slice(digits.length - exponent)
  return `${minor < 0 ? "-" : ""}${whole}${rest && `.${rest}`}`
}

/** "15.005" EUR -> 1501: converts to minor units; further digits are rounded half away from zero. */
export function nearestMinor(decimal: string, currency: string): number {
  const [whole = "", fraction = ""] = decimal.split(".")
  const exponent = exponentOf(currency)
  const minor = toMinor(
    exponent ? `${whole}.${fraction.slice(0, exponent).padEnd(exponent, "0")}` : whole,
    currency
  )
  const isUp = Number(fraction[exponent] ?? 0) >= 5
  return isUp ? minor + (decimal.startsWith("-") ? -1 : 1) : minor
}

/**
 * "15.00" EUR -> 1500. Throws RangeError if the decimal has more digits than the currency, or is not a safe
 * integer.
 */
export function toMinor(decimal: string, currency: string): number {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal)
  if (!match) throw new RangeError(`not a decimal amount: ${decimal}`)
  const exponent = exponentOf(currency)
  const fraction = (match[3] ?? "").slice(0, exponent)
  if (/[1-9]/.test((match[3] ?? "").slice(exponent)))
    throw new RangeError(`${decimal} is finer than the minor unit of ${currency}`)
  const minor = Number(`${match[1]}${match[2]}${fraction.padEnd(exponent, "0")}`)
  if (!Number.isSafeInteger(minor)) throw new RangeError(`amount out of range: ${decimal}`)
  return minor === 0 ? 0 : minor
}
