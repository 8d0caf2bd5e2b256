/** Where an order of an agent's stands with the merchant: closed by him when all is done, or canceled. */
export const ORDER_STATUSES = ["open", "completed", "canceled"] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** Where its money is: reserved, taken, or given back in part or in full. */
export const ORDER_PAYMENT_STATUSES = ["authorized", "captured", "partially_refunded", "refunded"] as const
export type OrderPaymentStatus = (typeof ORDER_PAYMENT_STATUSES)[number]

/** How many pieces of a line were ordered, are wanted now, and were handed over. */
export interface LineQuantity {
  readonly original: number
  readonly total: number
  readonly fulfilled: number
}

/** The status of a line, by its quantities alone (UCP: Order). */
export function lineStatusOf({ total, fulfilled }: LineQuantity) {
  if (total === 0) return "removed"
  if (fulfilled === total) return "fulfilled"
  return fulfilled > 0 ? "partial" : "processing"
}
