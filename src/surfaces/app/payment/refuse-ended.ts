import { problem } from "../../../domain/errors"
import { isOpen, type PaymentStatus } from "../../../domain/settlement"
import type { Payment } from "../../../modules/bank/models/payment"
import { isRefundedByStore } from "../../../modules/bank/unpaid-orders"
import type { CustomerOrder } from "../../../queries/customer/customer-orders"

const PAID: readonly PaymentStatus[] = ["authorized", "partially_captured", "captured"]

const hasPaid = (payment: Payment) => PAID.includes(payment.status) && !isRefundedByStore(payment)

/** Throws `invalid_state`, with a message for the customer, when no payment of the order can be started any more. */
export function refuseEnded(order: CustomerOrder, payments: readonly Payment[]): void {
  const why = reasonOf(order, payments)
  if (why) throw problem("invalid_state", {}, why)
}

function reasonOf(
  { is_canceled, is_bought }: CustomerOrder,
  payments: readonly Payment[]
): string | undefined {
  if (is_canceled) return "The order is canceled."
  if (payments.some(({ status }) => status === "nothing_due")) return "No payment is due for the order."
  if (payments.some(hasPaid)) return "The order is already paid."
  const inStorefront = payments.find(({ route }) => route === "storefront")
  if (inStorefront)
    return isOpen(inStorefront.status)
      ? "The payment of the order is being processed."
      : "The payment of the order has failed. Ask the merchant how to pay it."
  if (payments.some(({ status }) => status === "manual_review"))
    return "The merchant must review the payment of the order before it can be paid again."
  // An order that was placed for a payment is canceled when that payment fails, and its stock is freed.
  if (payments.some(({ origin }) => origin !== "existing_order"))
    return "The payment of the order has ended, so the order cannot be paid any more. Place a new order."
  if (is_bought) return "The order must be paid with the payment method that was chosen at checkout."
  return undefined
}
