import type { MedusaContainer } from "@medusajs/framework/types"
import { createPaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import { isExactAt } from "../../domain/exact-amount"
import { pageOf } from "../../domain/payment-pages"
import { routeAt } from "../../domain/payment-route"
import type { Decline } from "../../domain/settlement"
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
    const refused = await createSession(container, payment).catch((error: Error) => {
      logOf(container).warn(`payment ${payment_id} is not opened: ${error.message}`)
      return NOT_OPENED
    })
    if (refused) return pagePayments.end(payment_id, "declined", refused)
    await reached("page_session_created", payment_id)
    await pagePayments.open(payment_id, pageAddress(options.base_url, payment_id))
  })
}

const NOT_OPENED: Decline = {
  code: "not_opened",
  message: "The payment could not be opened. Nothing was charged.",
}

const INEXACT: Decline = {
  code: "inexact_amount",
  message: "The store's payment provider cannot charge exactly this amount. Nothing was charged.",
}

/**
 * Creates the session at the provider. It replaces the one with which the order was placed. Returns why the provider cannot
 * take the payment.
 */
async function createSession(container: MedusaContainer, payment: Payment): Promise<Decline | null> {
  const { cart_id, description, amount, currency } = payment
  const order_id = String(payment.order_id)
  if (await isOrderOver(payment, container)) throw new Error("its order is canceled")
  const { options } = container.resolve<BankService>(BANK_MODULE)
  const place = await paymentPlaceOf(container, String(cart_id))
  const provider_id = (place && routeAt(options.payment_routes, place, ["page"]))?.provider
  const data = provider_id && pageOf(provider_id)?.sessionData(description)
  if (!provider_id || !data) throw new Error("the store has no route for it")
  if (!isExactAt(provider_id, amount, currency)) return INEXACT
  const payment_collection_id = await collectionOf(container, order_id)
  await createPaymentSessionsWorkflow(container).run({
    input: { payment_collection_id, provider_id, data: { ...data } },
  })
  const sessions = await providerSessions(container, order_id)
  if (!sessions.some((session) => isPayable(session, payment)))
    throw new Error(`${provider_id} has not opened it`)
  return null
}
