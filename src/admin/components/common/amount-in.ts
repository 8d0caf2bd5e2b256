import { exponentOf } from "../../../domain/money"

/**
 * What was typed as minor units, with a point or a comma before the fraction. Undefined for nothing, zero, more than `most`,
 * and what is no amount of the currency: one with separators, or finer than its minor unit.
 */
export function amountIn(text: string, currency: string, most = Number.MAX_SAFE_INTEGER): number | undefined {
  const exponent = exponentOf(currency)
  const [, whole, fraction = ""] = /^(\d+)(?:[.,](\d+))?$/.exec(text.trim()) ?? []
  if (whole === undefined || fraction.length > exponent) return undefined
  const amount = Number(whole + fraction.padEnd(exponent, "0"))
  return amount >= 1 && amount <= most ? amount : undefined
}
