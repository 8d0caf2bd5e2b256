import { toMinor } from "../../../domain/money"

/** What was typed as minor units, with a point or a comma; undefined for what is no amount, nothing, or more than `most`. */
export function amountIn(text: string, currency: string, most: number): number | undefined {
  try {
    const amount = toMinor(text.trim().replace(",", "."), currency)
    return amount > 0 && amount <= most ? amount : undefined
  } catch {
    return undefined
  }
}
