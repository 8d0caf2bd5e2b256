/** Digits after the point, from the platform's own table: the store's may not vouch for itself. EUR 2, JPY 0, KWD 3. */
function digitsOf(currency: string): number {
  const format = new Intl.NumberFormat("en", { style: "currency", currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

/** A decimal in major units as the integer of minor units it stands for; NaN when it is finer than that. */
export function minorOf(decimal: string, currency: string): number {
  const [whole = "", fraction = ""] = decimal.split(".")
  const digits = digitsOf(currency.toUpperCase())
  const rest = fraction.replace(/0+$/, "")
  return rest.length > digits ? NaN : Number(whole + rest.padEnd(digits, "0"))
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
