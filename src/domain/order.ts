/** The statuses of an agent's order. An order is `completed` when the merchant has closed it. */
export const ORDER_STATUSES = ["open", "completed", "canceled"] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** The payment statuses of an order. */
export const ORDER_PAYMENT_STATUSES = ["authorized", "captured", "partially_refunded", "refunded"] as const
export type OrderPaymentStatus = (typeof ORDER_PAYMENT_STATUSES)[number]

/** The quantities of an order line: originally ordered, currently ordered, and fulfilled. */
export interface LineQuantity {
  readonly original: number
  readonly total: number
  readonly fulfilled: number
}

/** The status of a line, from its quantities (UCP: Order). */
export function lineStatusOf({ total, fulfilled }: LineQuantity) {
  if (total === 0) return "removed"
  if (fulfilled === total) return "fulfilled"
  return fulfilled > 0 ? "partial" : "processing"
}
