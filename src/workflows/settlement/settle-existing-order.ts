import type { IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { reached } from "../../lib/failpoints"
import type { Payment } from "../../modules/bank/models/payment"
import { amountDue, amountOverpaid } from "../../queries/order/outstanding-amounts"
import { withPaymentsLease } from "../order/lease-payments"
import { medusaPaymentOf } from "./mirror-movement"
import type { Obstacle } from "./place-cart"
import { recordMovements } from "./record-movements"

const AMOUNT_CHANGED: Obstacle = "the outstanding amount of the order has changed"

/**
 * Records the payment of an existing order by `record`, if it still matches the outstanding amount. Other payments of
 * ours wait for the lock, but changes of the order outside Medusa's own routes do not. For that reason the outstanding
 * amount is checked before and after the payment is recorded.
 */
export function settleExistingOrder(
  payment: Payment,
  container: MedusaContainer,
  record: () => Promise<Obstacle | undefined>
): Promise<Obstacle | undefined> {
  return withPaymentsLease(String(payment.order_id), container, async () => {
    if (await isAmountChanged(payment, container)) {
      await deleteSession(payment, container)
      return AMOUNT_CHANGED
    }
    const obstacle = await record()
    if (obstacle) return obstacle
    return (await isPaidByOthers(payment, container)) ? AMOUNT_CHANGED : undefined
  })
}

/**
 * Whether the order was paid in another way, or changed, while this payment was in progress. An agent's payment must
 * equal the outstanding amount. A storefront's may be a part of it, because the merchant sets the amount of a payment
 * link.
 */
async function isAmountChanged(payment: Payment, container: MedusaContainer): Promise<boolean> {
  if (await medusaPaymentOf(payment, container)) return false
  const due = await amountDue(container, String(payment.order_id))
  return payment.client_id ? due !== payment.amount : due < payment.amount
}

/**
 * Whether the order is fully paid without this payment. False once the payment was announced: the merchant refunds what
 * came later. Another process that has settled this payment as well, because one of the two was paused, can have booked it twice,
 * and two concurrent bookings can lose one in Medusa's totals. Both are corrected before the totals are read.
 */
async function isPaidByOthers(payment: Payment, container: MedusaContainer): Promise<boolean> {
  if (payment.announced_at) return false
  const [order_id, record] = [String(payment.order_id), await medusaPaymentOf(payment, container)]
  if (record) await recordMovements("capture", payment, record, [], container)
  return (await amountOverpaid(container, order_id)) >= payment.amount
}

/** Deletes the payment session. Medusa then has no record of the payment, as of one that was replaced. */
async function deleteSession(
  { id: payment_id, session_id }: Payment,
  container: MedusaContainer
): Promise<void> {
  const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT)
  const sessions = await payments.listPaymentSessions({ id: String(session_id) }, { select: ["id"] })
  for (const { id } of sessions) await payments.deletePaymentSession(id)
  await reached("session_forgotten", payment_id)
}
