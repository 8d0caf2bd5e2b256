import type { Movement, PaymentStatus } from "./settlement"

/** A payment of an order at another payment provider, as Medusa has recorded it. Amounts in minor units. */
export interface ProviderPayment {
  /** Medusa's id. */
  readonly id: string
  readonly provider_id: string
  readonly amount: number
  readonly is_canceled: boolean
  readonly captures: readonly Movement[]
  readonly refunds: readonly Movement[]
}

/** All payments of an order together. Amounts in minor units. */
export interface ProviderTotals {
  readonly status: Extract<PaymentStatus, "authorized" | "partially_captured" | "captured" | "voided">
  readonly amount: number
  readonly captured: number
  readonly refunded: number
  readonly captures: readonly Movement[]
  readonly refunds: readonly Movement[]
}

/**
 * Sums up the payments of an order. A canceled payment counts only with what was captured of it; if nothing else is
 * left, the amount is that of the canceled payments. Medusa does not ensure that refunds are covered by captures, so the
 * refunded amount is at most the captured one. Undefined if the order has no payment with an amount.
 */
export function totalsOf(payments: readonly ProviderPayment[]): ProviderTotals | undefined {
  const captures = payments.flatMap((payment) => payment.captures)
  const refunds = payments.flatMap((payment) => payment.refunds)
  const captured = sumOf(captures)
  const held = payments.filter(({ is_canceled }) => !is_canceled)
  const isVoided = !held.length && !captured
  const amount = isVoided ? sumOf(payments) : sumOf(payments.map(heldOf))
  if (!amount) return undefined
  const status = isVoided ? "voided" : statusOf(captured, amount)
  return { status, amount, captured, refunded: Math.min(captured, sumOf(refunds)), captures, refunds }
}

/** What a payment can be refunded at most: captured, and not refunded. Minor units. */
export function refundableOf({ captures, refunds }: ProviderPayment): number {
  return sumOf(captures) - sumOf(refunds)
}

/** Whether nothing of an authorized payment was captured or canceled, so that its provider can capture it completely. */
export const isUncaptured = ({ is_canceled, captures }: ProviderPayment): boolean =>
  !is_canceled && !captures.length

function heldOf({ amount, is_canceled, captures }: ProviderPayment) {
  const captured = sumOf(captures)
  return { amount: is_canceled ? captured : Math.max(amount, captured) }
}

function statusOf(captured: number, amount: number): ProviderTotals["status"] {
  if (!captured) return "authorized"
  return captured < amount ? "partially_captured" : "captured"
}

const sumOf = (parts: readonly { readonly amount: number }[]) =>
  parts.reduce((sum, { amount }) => sum + amount, 0)
