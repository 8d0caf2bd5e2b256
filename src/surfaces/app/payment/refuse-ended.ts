import { problem } from "../../../domain/errors"
import type { PaymentStatus } from "../../../domain/settlement"
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
  if (payments.some(({ status }) => status === "nothing_due"))
    return "There is nothing to be paid for the order."
  if (payments.some(hasPaid)) return "The order is paid."
  if (payments.some(({ status }) => status === "manual_review"))
    return "The merchant has to look at its payment."
  // An order that was placed for a payment is canceled when that payment fails, and its stock is freed.
  if (payments.some(({ origin }) => origin !== "existing_order"))
    return "Its payment has ended, and the order with it."
  if (is_bought) return "The order is to be paid in the way it was bought."
  return undefined
}
