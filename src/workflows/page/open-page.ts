import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { createPaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import { isExactAt } from "../../domain/exact-amount"
import { pageOf } from "../../domain/payment-pages"
import type { Credential } from "../../domain/payment-pages/credential"
import { routeAt } from "../../domain/payment-route"
import type { Decline } from "../../domain/settlement"
import { reached } from "../../lib/failpoints"
import { logOf } from "../../lib/log"
import { decimalOf } from "../../lib/minor-units"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import { pageAddress } from "../../modules/bank/return-address"
import type BankService from "../../modules/bank/service"
import { paymentPlaceOf } from "../../queries/checkout/payment-place"
import {
  collectionOf,
  isPayable,
  type ProviderSession,
  providerSessions,
} from "../../queries/payment/provider-sessions"
import { withPaymentsLease } from "../order/lease-payments"
import { isOrderOver } from "../payment/cancel-pending"
import { followPayment } from "../storefront/follow-payment"
import { chargeSession } from "./charge-session"
import { closeSessions } from "./close-sessions"
import { recordPaid } from "./record-paid"
import { savedCardOf } from "./saved-card-of"

/**
 * Opens the store's page for the payment of a checkout, whose order is placed: creates a session of exactly the amount at the
 * provider. With a credential or a saved card, charges it first, and opens the page only if the customer must authenticate the payment or
 * the outcome is unknown: it is one payment at the provider, which is made once. Records in Medusa that it is made. If the
 * provider does not open the payment or declines the credential, its order is canceled or no route of the store applies any
 * more, declines the payment, once the provider has ended it. Does nothing to a payment that was opened before. Safe to
 * repeat, also on several servers at once. The caller settles the result.
 */
export async function openPage(
  container: MedusaContainer,
  payment_id: string,
  credential: Credential | null = null
): Promise<void> {
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  const { order_id } = await payments.retrieve(payment_id)
  const isPaid = await withPaymentsLease(String(order_id), container, async () => {
    const payment = await payments.retrieve(payment_id)
    return payment.status === "created" && openLeased(container, payment, credential)
  })
  if (!isPaid) return
  await recordPaid(container, { order_id })
  await followPayment(container, String(order_id))
}

/** Returns whether the payment is made: the provider has charged the credential, or Medusa has recorded a payment. */
async function openLeased(
  container: MedusaContainer,
  payment: Payment,
  credential: Credential | null
): Promise<boolean> {
  const { pagePayments, options } = container.resolve<BankService>(BANK_MODULE)
  const { id } = payment
  const card = await savedCardOf(container, payment)
  const opened = await openSession(container, payment, card?.customer_id).catch((error: Error) => {
    logOf(container).warn(`payment ${id} is not opened: ${error.message}`)
    return NOT_OPENED
  })
  if ("code" in opened) return decline(container, payment, opened).then(() => false)
  if (opened.has_payment) return true
  await reached("page_session_created", id)
  const charged = credential ?? card?.credential
  const result = charged && (await chargeSession(container, opened, charged))
  if (result) await reached("credential_charged", id)
  if (result?.outcome === "paid") return true
  if (result?.outcome === "declined" && (await decline(container, payment, result.decline))) return false
  await pagePayments.open(id, pageAddress(options.base_url, id), result?.outcome === "unknown")
  return false
}

/**
 * Declines a payment, first at the provider. Returns false if the provider has not confirmed that: an attempt that was
 * interrupted may have charged a credential.
 */
async function decline(container: MedusaContainer, { id, order_id }: Payment, because: Decline) {
  const { pagePayments } = container.resolve<BankService>(BANK_MODULE)
  const isClosed = await closeSessions(container, String(order_id)).catch((error: Error) => {
    logOf(container).warn(`payment ${id} is not ended: ${error.message}`)
    return false
  })
  if (isClosed) await pagePayments.end(id, "declined", because)
  return isClosed
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
 * The session at the provider. An interrupted attempt may have created it, and charged a credential, and Medusa's webhook may have
 * recorded that: then returns the recorded session. Otherwise creates it; it replaces the one with which the order was placed.
 * With a customer, their saved cards can pay it. Returns why the provider cannot take the payment.
 */
async function openSession(
  container: MedusaContainer,
  payment: Payment,
  customer_id?: string
): Promise<ProviderSession | Decline> {
  const { cart_id, description, amount, currency } = payment
  const order_id = String(payment.order_id)
  if (await isOrderOver(payment, container)) throw new Error("its order is canceled")
  // One query for both: between two, the webhook may record the payment.
  const sessions = await providerSessions(container, order_id)
  const existing =
    sessions.find(({ has_payment }) => has_payment) ?? sessions.find((one) => isPayable(one, payment))
  if (existing) return existing
  const { options } = container.resolve<BankService>(BANK_MODULE)
  const place = await paymentPlaceOf(container, String(cart_id))
  const provider_id = (place && routeAt(options.payment_routes, place, ["page"]))?.provider
  const data = provider_id && pageOf(provider_id, options.payment_routes)?.sessionData(description)
  if (!provider_id || !data) throw new Error("the store has no route for it")
  if (!isExactAt(provider_id, amount, currency)) return INEXACT
  const payment_collection_id = await collectionOf(container, order_id)
  await correctAmount(container, payment_collection_id)
  await createPaymentSessionsWorkflow(container).run({
    input: { payment_collection_id, provider_id, data: { ...data }, ...(customer_id && { customer_id }) },
  })
  const created = (await providerSessions(container, order_id)).find((one) => isPayable(one, payment))
  if (!created) throw new Error(`${provider_id} has not opened it`)
  return created
}

/**
 * Removes the rounding error of Medusa's arithmetic from the amount to pay, such as 3.0749999999999997 for 3.075: Medusa's
 * Stripe module would round it down, and the plugin has rounded it up.
 */
async function correctAmount(container: MedusaContainer, collection_id: string): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  const { amount } = await payments.retrievePaymentCollection(collection_id, { select: ["amount"] })
  await payments.updatePaymentCollections(collection_id, { amount: decimalOf(amount) })
}
