import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type { StorefrontOrder } from "../../modules/bank/placements"
import type BankService from "../../modules/bank/service"
import { WEBHOOK_MODULE } from "../../modules/webhook"
import type WebhookService from "../../modules/webhook/service"
import type { CartOrder } from "../../queries/checkout/cart-order"
import { type SessionNow, sessionById } from "../../queries/checkout/sessions"
import { providerSessions, unrecorded } from "../../queries/payment/provider-sessions"
import { quoteOfCart } from "../checkout/quote-checkout"
import { beginToCloseOtherSessions } from "./close-other-sessions"

/** A cart that was handed to its customer. */
export interface HandedOver {
  readonly session_id: string
  readonly cart_id: string
}

/**
 * Records the order that a customer has placed with a handed-over cart, once, with the order's amounts and its webhook
 * events. A payment that the customer has made at the plugin's bank becomes the agent's, and its settlement stores the
 * events. Another payment session of the order, which the customer may have paid too, is checked by a job; if the order is
 * paid at the bank, the session is closed at its provider in the background. Returns the id of the order's payment, whose
 * effects are to be settled; undefined if the order was recorded before. Safe on any number of instances.
 */
export async function recordOrder(
  container: MedusaContainer,
  { session_id, cart_id }: HandedOver,
  order: CartOrder
): Promise<string | undefined> {
  const session = await sessionById(container, session_id)
  if (!session) return undefined
  const quote = (await quoteOfCart(container, cart_id, session)) ?? session.quote
  const may_be_paid_again = unrecorded(container, await providerSessions(container, order.id)).length > 0
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const payment = await knex.transaction((trx) =>
    record(container, { ...session, cart_id, quote, may_be_paid_again }, order, trx)
  )
  if (!payment) return undefined
  container.resolve<WebhookService>(WEBHOOK_MODULE).wake()
  if (payment.route === "bank") beginToCloseOtherSessions(container, payment.id)
  return payment.id
}

/** The same for a payment at the plugin's bank whose order is placed. Does nothing if no agent has filled its cart. */
export async function recordOrderOfPayment(
  container: MedusaContainer,
  { cart_id, order_id, shop_order_id, customer_email }: Payment
): Promise<void> {
  const { handOffs } = container.resolve<AgentService>(AGENT_MODULE)
  const hand_off = cart_id && (await handOffs.openOfCart(cart_id))
  if (!hand_off || !order_id || !shop_order_id) return
  await recordOrder(container, hand_off, { id: order_id, display_id: shop_order_id, email: customer_email })
}

type Placed = SessionNow & Pick<HandedOver, "cart_id"> & Pick<StorefrontOrder, "may_be_paid_again">

async function record(
  container: MedusaContainer,
  { id, client_id, cart_id, quote, may_be_paid_again }: Placed,
  order: CartOrder,
  trx: Knex.Transaction
): Promise<Pick<Payment, "id" | "route"> | undefined> {
  const { handOffs, sessions } = container.resolve<AgentService>(AGENT_MODULE)
  const { placements, providerPayments } = container.resolve<BankService>(BANK_MODULE)
  if (!(await handOffs.record(id, order.id, trx))) return undefined
  const payment = await placements.recordStorefrontOrder(
    {
      client_id,
      cart_id,
      currency: quote.currency,
      description: `Checkout ${id}`,
      customer_email: order.email,
      order_id: order.id,
      shop_order_id: order.display_id,
      may_be_paid_again,
    },
    trx
  )
  await sessions.order(id, payment.id, quote, trx)
  if (payment.route === "storefront") {
    await providerPayments.follow(order.id, trx)
    await recordEvents(container, { id, client_id }, order.id, trx)
  }
  return payment
}

async function recordEvents(
  container: MedusaContainer,
  { id: session_id, client_id }: Pick<SessionNow, "id" | "client_id">,
  order_id: string,
  trx: Knex
): Promise<void> {
  const { outbox } = container.resolve<WebhookService>(WEBHOOK_MODULE)
  for (const type of ["order.created", "checkout.completed"] as const) {
    const aggregate = type === "order.created" ? order_id : session_id
    const dedupe_key = `${type}:${session_id}`
    await outbox.record({ type, aggregate, client_id, session_id, order_id, data: {}, dedupe_key }, trx)
  }
}
