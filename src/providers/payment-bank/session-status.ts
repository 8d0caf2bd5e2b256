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
 * Maps a payment to Medusa's session status. While customer authentication is pending, an existing order waits
 * (`pending_authorization`), and a storefront's cart cannot become an order yet (`requires_more`). A cart whose
 * payment was fully refunded can never become an order. For an agent's order, Medusa records the capture first
 * and the refund afterwards, so its refunded payment is still `captured`. A captured pre-authorization stays
 * `authorized`, because its captures are recorded one by one: for `captured`, Medusa would record a capture of
 * the whole amount.
 */
export function sessionStatusOf(payment: Payment): PaymentSessionStatus {
  const { status, origin, intent, captured_amount, refunded_amount } = payment
  if (intent === "preauth" && captured_amount > 0 && status !== "manual_review")
    return PaymentSessionStatus.AUTHORIZED
  if (origin !== "cart") return SETTLED[status] ?? PaymentSessionStatus.PENDING_AUTHORIZATION
  if (captured_amount > 0 && refunded_amount >= captured_amount) return PaymentSessionStatus.CANCELED
  return SETTLED[status] ?? PaymentSessionStatus.REQUIRES_MORE
}
