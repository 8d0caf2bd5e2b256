import type { MedusaContainer } from "@medusajs/framework/types"
import { createPaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import { pageOf } from "../../domain/payment-pages"
import { routeAt } from "../../domain/payment-route"
import { reached } from "../../lib/failpoints"
import { logOf } from "../../lib/log"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import { pageAddress } from "../../modules/bank/return-address"
import type BankService from "../../modules/bank/service"
import { paymentPlaceOf } from "../../queries/checkout/payment-place"
import { collectionOf, isPayable, providerSessions } from "../../queries/payment/provider-sessions"
import { withPaymentsLease } from "../order/lease-payments"
import { isOrderOver } from "../payment/cancel-pending"

/**
 * Opens the store's page for the payment of a checkout, whose order is placed: creates a session of exactly the amount at the
 * provider. If the provider does not open it, its order is canceled or no route of the store applies any more, declines the
 * payment: no customer can have paid it, because its link was never stored. Does nothing to a payment that was opened before.
 * Safe to repeat, also on several servers at once. The caller settles the result.
 */
export async function openPage(container: MedusaContainer, payment_id: string): Promise<void> {
  const { payments, pagePayments, options } = container.resolve<BankService>(BANK_MODULE)
  const { order_id } = await payments.retrieve(payment_id)
  await withPaymentsLease(String(order_id), container, async () => {
    const payment = await payments.retrieve(payment_id)
    if (payment.status !== "created") return
    try {
      await createSession(container, payment)
    } catch (error) {
      logOf(container).warn(`payment ${payment_id} is not opened: ${(error as Error).message}`)
      return pagePayments.end(payment_id, "declined")
    }
    await reached("page_session_created", payment_id)
    await pagePayments.open(payment_id, pageAddress(options.base_url, payment_id))
  })
}

/** Creates the session at the provider. It replaces the one with which the order was placed. */
async function createSession(container: MedusaContainer, payment: Payment): Promise<void> {
  const { cart_id, description } = payment
  const order_id = String(payment.order_id)
  if (await isOrderOver(payment, container)) throw new Error("its order is canceled")
  const { options } = container.resolve<BankService>(BANK_MODULE)
  const place = await paymentPlaceOf(container, String(cart_id))
  const provider_id = (place && routeAt(options.payment_routes, place, ["page"]))?.provider
  const data = provider_id && pageOf(provider_id)?.sessionData(description)
  if (!provider_id || !data) throw new Error("the store has no route for it")
  const payment_collection_id = await collectionOf(container, order_id)
  await createPaymentSessionsWorkflow(container).run({
    input: { payment_collection_id, provider_id, data: { ...data } },
  })
  const sessions = await providerSessions(container, order_id)
  if (!sessions.some((session) => isPayable(session, payment)))
    throw new Error(`${provider_id} has not opened it`)
}
