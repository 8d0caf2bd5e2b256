import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { isOpen } from "../domain/settlement"
import { BANK_MODULE } from "../modules/bank"
import type BankService from "../modules/bank/service"

/**
 * Ends the payment of an order that is canceled before the shopper has paid: Medusa's own workflow does not tell the
 * provider of a pending session. Should this event be lost, reconciliation finds the payment.
 */
export default async function orderCanceled({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  await bank.payments.noteCancellation(event.data.id)
  const payment = await bank.payments.find({ order_id: event.data.id })
  if (payment?.bank_payment_id && (isOpen(payment.status) || payment.status === "authorized"))
    await bank.operate({ payment_id: payment.id, kind: "void", amount: null, reason: "canceled_by_merchant" })
}

export const config: SubscriberConfig = { event: "order.canceled" }
