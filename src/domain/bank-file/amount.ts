import { exponentOf, toMinor } from "../money"

const SPACES = /[\s\u00a0\u202f]/g

/** Groups of three digits, separated by the same character. */
const GROUPED = /^[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*$/

/**
 * An amount as banks write it, in minor units: `12.34`, `12,34`, `1.234,56`, `1,234.56`, `-5`, `12,34 €`. Converted
 * without a float. Undefined for any other text, and if the text can be read in two ways: `1.234` of a currency with
 * two decimals is either 1234 or has too many decimals.
 */
export function amountOf(text: string, currency: string): number | undefined {
  const [, sign, digits = ""] = /^([-+]?)([\d.,]+)$/.exec(bare(text, currency)) ?? []
  const decimal = decimalOf(digits, exponentOf(currency))
  if (decimal === undefined) return undefined
  try {
    return toMinor(`${sign === "-" ? "-" : ""}${decimal}`, currency)
  } catch {
    return undefined
  }
}

/** The text without its currency, and without spaces between groups of three digits. */
function bare(text: string, currency: string): string {
  const name = currency === "EUR" ? "EUR|€" : currency
  const without = text.replace(new RegExp(`^(${name})|(${name})$`, "giu"), "").trim()
  return /^[-+]?\d{1,3}([\s\u00a0\u202f]\d{3})+([.,]\d+)?$/.test(without)
    ? without.replace(SPACES, "")
    : without
}

/** The same number with a point as its decimal separator, and no other one. */
function decimalOf(digits: string, exponent: number): string | undefined {
  const last = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","))
  if (last < 0) return digits || undefined
  const [whole, fraction] = [digits.slice(0, last), digits.slice(last + 1)]
  if (/^\d+$/.test(whole)) {
    if (fraction.length === 3 && exponent !== 3)
      return exponent === 0 && GROUPED.test(digits) ? whole + fraction : undefined
    return /^\d+$/.test(fraction) ? `${whole}.${fraction}` : undefined
  }
  const groups = GROUPED.exec(whole)
  if (!groups) return undefined
  if (groups[1] !== digits[last])
    return /^\d+$/.test(fraction) ? `${whole.replace(/[.,]/g, "")}.${fraction}` : undefined
  return GROUPED.test(digits) ? digits.replace(/[.,]/g, "") : undefined
}
