import type { Amount, Difference, DifferenceKind } from "./difference"
import type { KnownPayment } from "./known-payment"
import { type Compared, ofKind, sumOf } from "./movements"

/** An amount in minor units of a currency. */
export const amountIn = (currency: string, amount: number): Amount => ({ amount, currency })

/** The compared amounts of a difference; null for an absent one. */
export type Amounts = Partial<Pick<Difference, "bank" | "plugin" | "medusa">>

/** The amounts within the file's period. Medusa's are its sums without the movements outside of it. */
export function amountsOf(
  payment: KnownPayment,
  kind: "capture" | "refund",
  { bank, plugin }: Compared
): Amounts {
  const { currency, medusa } = payment
  const outside = sumOf(ofKind(payment.movements, kind)) - plugin
  const recorded = medusa && (kind === "capture" ? medusa.captured : medusa.refunded)
  return {
    bank: amountIn(currency, bank),
    plugin: amountIn(currency, plugin),
    medusa: recorded === null ? null : amountIn(currency, recorded - outside),
  }
}

/** Differences between all that the plugin and Medusa have recorded, whichever part of it the file lists. */
export function medusaDifferences(
  payment: KnownPayment,
  captured: Compared,
  refunded: Compared
): [DifferenceKind, Amounts][] {
  const { medusa, movements, currency } = payment
  if (!medusa) return []
  const sides = [
    ["medusa_captured_differs", sumOf(ofKind(movements, "capture")), medusa.captured, captured],
    ["medusa_refunded_differs", sumOf(ofKind(movements, "refund")), medusa.refunded, refunded],
  ] as const
  return sides
    .filter(([, plugin, recorded]) => plugin !== recorded)
    .map(([kind, plugin, recorded, compared]) => {
      const bank = compared.plugin === plugin ? amountIn(currency, compared.bank) : null
      return [kind, { bank, plugin: amountIn(currency, plugin), medusa: amountIn(currency, recorded) }]
    })
}
