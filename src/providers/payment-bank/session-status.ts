import { PaymentSessionStatus } from "@medusajs/framework/utils"
import type { PaymentStatus } from "../../domain/settlement"
import type { Payment } from "../../modules/bank/models/payment"

const SETTLED: Partial<Record<PaymentStatus, PaymentSessionStatus>> = {
  authorized: PaymentSessionStatus.AUTHORIZED,
  partially_captured: PaymentSessionStatus.AUTHORIZED,
  captured: PaymentSessionStatus.CAPTURED,
  declined: PaymentSessionStatus.ERROR,
  canceled: PaymentSessionStatus.CANCELED,
  expired: PaymentSessionStatus.CANCELED,
  voided: PaymentSessionStatus.CANCELED,
  manual_review: PaymentSessionStatus.ERROR,
}

/**
 * What Medusa is told of a payment. While the shopper still has to prove it, an order that is there waits
 * (`pending_authorization`), and a storefront's cart may not become an order yet (`requires_more`), nor ever when its
 * money went back. An agent's order has its capture first, and then the refund. What was reserved and then captured has a
 * record for each capture: of what it is told is captured, Medusa would write one of its own, of the whole amount.
 */
export function sessionStatusOf(payment: Payment): PaymentSessionStatus {
  const { status, origin, intent, captured_amount, refunded_amount } = payment
  if (intent === "preauth" && captured_amount > 0 && status !== "manual_review")
    return PaymentSessionStatus.AUTHORIZED
  if (origin !== "cart") return SETTLED[status] ?? PaymentSessionStatus.PENDING_AUTHORIZATION
  if (captured_amount > 0 && refunded_amount >= captured_amount) return PaymentSessionStatus.CANCELED
  return SETTLED[status] ?? PaymentSessionStatus.REQUIRES_MORE
}
