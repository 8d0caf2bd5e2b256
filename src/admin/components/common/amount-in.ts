import { exponentOf } from "../../../domain/money"

/**
 * The entered amount in minor units; the decimal separator is a point or a comma. Undefined for nothing, zero, more
 * than `most`, and text that is no amount of the currency: with thousands separators, or with too many decimals.
 */
export function amountIn(text: string, currency: string, most = Number.MAX_SAFE_INTEGER): number | undefined {
  const exponent = exponentOf(currency)
  const [, whole, fraction = ""] = /^(\d+)(?:[.,](\d+))?$/.exec(text.trim()) ?? []
  if (whole === undefined || fraction.length > exponent) return undefined
  const amount = Number(whole + fraction.padEnd(exponent, "0"))
  return amount >= 1 && amount <= most ? amount : undefined
}
