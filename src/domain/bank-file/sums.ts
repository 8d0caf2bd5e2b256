import type { ComparedSums } from "./difference"

/** The sums by currency, in the order in which the currencies first occur. */
export function sumsOf(parts: readonly ComparedSums[]): ComparedSums[] {
  const sums = new Map<string, ComparedSums>()
  for (const part of parts) {
    const sum = sums.get(part.currency)
    sums.set(part.currency, sum ? added(sum, part) : part)
  }
  return [...sums.values()]
}

const added = (one: ComparedSums, other: ComparedSums): ComparedSums => ({
  currency: one.currency,
  bank_captured: one.bank_captured + other.bank_captured,
  bank_refunded: one.bank_refunded + other.bank_refunded,
  plugin_captured: one.plugin_captured + other.plugin_captured,
  plugin_refunded: one.plugin_refunded + other.plugin_refunded,
})
