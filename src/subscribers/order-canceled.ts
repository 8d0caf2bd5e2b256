import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { isOpen } from "../domain/settlement"
import { BANK_MODULE } from "../modules/bank"
import type BankService from "../modules/bank/service"
import { endCanceledPayment } from "../workflows/settlement/end-canceled"

/**
 * Voids the payment of an order that is canceled before it is captured, because Medusa's workflow does not call
 * the provider for a pending session. If the event is lost, reconciliation finds the payment.
 */
export default async function orderCanceled({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  await bank.canceledOrderPayments.note(event.data.id)
  const payment = await bank.payments.find({ order_id: event.data.id })
  if (payment?.bank_payment_id && (isOpen(payment.status) || payment.status === "authorized"))
    await endCanceledPayment(payment, container)
}

export const config: SubscriberConfig = { event: "order.canceled" }
