import type { MedusaContainer } from "@medusajs/framework/types"
import { processPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { toDecimal } from "../../domain/money"
import type { Decline, Fact, PaymentStatus } from "../../domain/settlement"
import { reached } from "../../lib/failpoints"
import { isMedusaRefusal } from "../../lib/medusa-refusal"
import { BANK_MODULE } from "../../modules/bank"
import type { DueEffect } from "../../modules/bank/models/effect"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { isOrderOver } from "../payment/cancel-pending"
import { recordOrderOfPayment } from "../storefront/record-order"
import { announceOrder } from "./announce-order"
import { isReplaced, medusaPaymentOf } from "./mirror-movement"
import { type Obstacle, placeCart } from "./place-cart"
import { refundUnusable } from "./refund-unusable"
import { settleExistingOrder } from "./settle-existing-order"

/**
 * Records the order as paid or authorized and then announces it: never before, and not when its money is voided or
 * refunded. A payment in manual review is neither settled nor refunded.
 */
export async function settleOrder(
  payment: Payment,
  container: MedusaContainer,
  due: DueEffect
): Promise<Fact> {
  if (payment.status === "manual_review") return { error: UNDER_REVIEW }
  if (await hasEndedUnrecorded(payment, container)) return { error: RELEASED }
  const obstacle = await PAY[payment.origin](payment, container, due)
  // Read again: the order is placed now, or Medusa has refunded a payment for which it could place no order.
  const settled = await container.resolve<BankService>(BANK_MODULE).payments.retrieve(payment.id)
  await assertLeased(due, container)
  if (obstacle) return refundUnusable(settled, obstacle, container)
  await reached("order_settled", payment.id)
  // An order announced before a crash needs nothing more; a cancellation after the announcement moves the money itself.
  if (!settled.announced_at && (await isOrderOver(settled, container)))
    return refundUnusable(settled, "the order was already canceled", container)
  if (!settled.client_id) await recordOrderOfPayment(container, settled)
  await announceOrder(settled, container)
  await reached("order_announced", payment.id)
  return {}
}

const RELEASED: Decline = {
  code: "released",
  message: "The authorization was voided before the order was placed.",
}

/** Why the task of a payment in manual review fails. */
export const UNDER_REVIEW: Decline = {
  code: "under_review",
  message: "The bank reports other data than requested. The payment needs manual review by the merchant.",
}

const ENDED: readonly PaymentStatus[] = ["voided", "expired", "canceled", "declined"]

/** Whether the authorization ended before Medusa recorded it. Then no order can be placed or paid with it. */
async function hasEndedUnrecorded(payment: Payment, container: MedusaContainer): Promise<boolean> {
  const { status, captured_amount } = payment
  return ENDED.includes(status) && !captured_amount && !(await medusaPaymentOf(payment, container))
}

type Pay = (payment: Payment, container: MedusaContainer, due: DueEffect) => Promise<Obstacle | undefined>

/** How the order is placed or paid, by the payment's origin. */
const PAY: Record<Payment["origin"], Pay> = {
  cart: placeOrder,
  order: payOrder,
  existing_order: (payment, container, due) =>
    settleExistingOrder(payment, container, () => payOrder(payment, container, due)),
}

/** Throws if another worker performs the effect, because this one was paused. */
export const assertLeased = (due: DueEffect, container: MedusaContainer): Promise<void> =>
  container.resolve<BankService>(BANK_MODULE).effects.assertLeased(due)

/** Records the payment on an agent's order, which was placed before the payment. */
async function payOrder(
  payment: Payment,
  container: MedusaContainer,
  due: DueEffect
): Promise<Obstacle | undefined> {
  if (await isReplaced(payment, container)) return "the payment was replaced"
  await assertLeased(due, container)
  const action = due.effect === "authorized" ? "authorized" : "captured"
  await processPaymentWorkflow(container).run({
    input: {
      action,
      data: { session_id: String(payment.session_id), amount: toDecimal(payment.amount, payment.currency) },
    },
  })
  return undefined
}

/** From this attempt on, a refusal of the cart is final and its payment is refunded. Before, stock may become free again. */
const DECISIVE_ATTEMPT = 3

/** Places the order by completing the cart. */
async function placeOrder(
  payment: Payment,
  container: MedusaContainer,
  due: DueEffect
): Promise<Obstacle | undefined> {
  if (payment.order_id) return undefined
  await assertLeased(due, container)
  try {
    return await placeCart(payment, container)
  } catch (error) {
    if (!isMedusaRefusal(error) || due.attempts < DECISIVE_ATTEMPT) throw error
    return `the cart cannot be completed: ${error.message}`
  }
}
