import type { IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { reached } from "../../failpoints"
import type { Payment } from "../../modules/bank/models/payment"
import { amountDue, amountOverpaid } from "../../queries/order-dues"
import { holdingPayments } from "../order/hold-payments"
import { medusaPaymentOf } from "./mirror"
import type { Obstacle } from "./place-cart"
import { sumUp } from "./sum-up"

const OWED_OTHERWISE: Obstacle = "its order owes something else by now"

/**
 * Has the payment of an order that stands recorded by `record`, when the order owes just that. Others may pay it, too:
 * another payment of ours, for which we wait, and what is done past Medusa's own routes, which waits for nobody. So it is
 * asked what it owes before the money is recorded, and afterwards.
 */
export function settleStanding(
  payment: Payment,
  container: MedusaContainer,
  record: () => Promise<Obstacle | undefined>
): Promise<Obstacle | undefined> {
  return holdingPayments(String(payment.order_id), container, async () => {
    if (await isOwedOtherwise(payment, container)) {
      await forgetSession(payment, container)
      return OWED_OTHERWISE
    }
    const obstacle = await record()
    if (obstacle) return obstacle
    return (await isPaidBesides(payment, container)) ? OWED_OTHERWISE : undefined
  })
}

/**
 * Whether the order was paid in another way, or changed, while its payment was under way. A storefront may take a part
 * of what is due: the merchant sets the amount of a payment link.
 */
async function isOwedOtherwise(payment: Payment, container: MedusaContainer): Promise<boolean> {
  if (await medusaPaymentOf(payment, container)) return false
  const due = await amountDue(container, String(payment.order_id))
  return payment.client_id ? due !== payment.amount : due < payment.amount
}

/**
 * Whether the order has all it costs without this payment. What came after it had paid is the merchant's to give back. Of
 * two that book at once Medusa's sum has lost one: it is made right before it is asked.
 */
async function isPaidBesides(payment: Payment, container: MedusaContainer): Promise<boolean> {
  if (payment.announced_at) return false
  const [order_id, record] = [String(payment.order_id), await medusaPaymentOf(payment, container)]
  if (record) await sumUp(container.resolve(ContainerRegistrationKeys.PG_CONNECTION), order_id, record)
  return (await amountOverpaid(container, order_id)) >= payment.amount
}

/** Without its session the payment is in no record of the store's, as one that was replaced. */
async function forgetSession(
  { id: payment_id, session_id }: Payment,
  container: MedusaContainer
): Promise<void> {
  const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT)
  const sessions = await payments.listPaymentSessions({ id: String(session_id) }, { select: ["id"] })
  for (const { id } of sessions) await payments.deletePaymentSession(id)
  await reached("session_forgotten", payment_id)
}
