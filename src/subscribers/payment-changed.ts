import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { providerOrderOf } from "../queries/order/existing-orders"
import { BANK_MODULE } from "../modules/bank"
import type BankService from "../modules/bank/service"
import { checkPagePayment } from "../workflows/page/check-page-payment"
import { followPayment } from "../workflows/storefront/follow-payment"

/**
 * Follows the captures, refunds and cancellations of orders that customers pay through other providers than the bank. A job
 * finds those without an event.
 */
export default async function paymentChanged({
  event: { name, data },
  container,
}: SubscriberArgs<{ readonly id?: string }>): Promise<void> {
  const order_id =
    name === "order.canceled" ? data.id : data.id && (await providerOrderOf(container, data.id))
  if (!order_id) return
  await followPayment(container, order_id)
  if (name === "order.canceled") await endPage(container, order_id)
}

/** Medusa cancels an order without its open payment sessions. */
async function endPage(container: SubscriberArgs["container"], order_id: string): Promise<void> {
  const payment = await container.resolve<BankService>(BANK_MODULE).payments.find({ order_id })
  if (payment?.route === "page") await checkPagePayment(container, payment)
}

export const config: SubscriberConfig = { event: ["payment.captured", "payment.refunded", "order.canceled"] }
