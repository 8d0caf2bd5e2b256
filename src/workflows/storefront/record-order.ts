import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { newId } from "../../domain/secrets"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { WEBHOOK_MODULE } from "../../modules/webhook"
import type WebhookService from "../../modules/webhook/service"
import { orderOfCart } from "../../queries/checkout/carts"
import { type SessionNow, sessionById } from "../../queries/checkout/sessions"
import { quoteOfCart } from "../checkout/quote-checkout"
import { settlePayment } from "../settlement/settle-payment"

/** The order that a customer has placed in the storefront. */
interface Placed {
  readonly id: string
  readonly display_id: number
  readonly email: string | null
}

/**
 * Records the order of a cart that was handed to its customer, once, with the order's amounts and its webhook events.
 * Returns false while the cart has no order. The order is looked up by the stored id of the cart, never by what the
 * customer's storefront sends. Safe on any number of instances.
 */
export async function recordOrderOf(
  container: MedusaContainer,
  session: SessionNow,
  cart_id: string
): Promise<boolean> {
  const order_id = await orderOfCart(container, cart_id)
  if (!order_id) return false
  const order = await placedOrder(container, order_id)
  await record(container, session, cart_id, order)
  return true
}

/** The same for a hand-off, by the id of its session. */
export async function recordOrder(
  container: MedusaContainer,
  { session_id, cart_id }: { readonly session_id: string; readonly cart_id: string }
): Promise<void> {
  const session = await sessionById(container, session_id)
  if (session) await recordOrderOf(container, session, cart_id)
}

async function placedOrder(container: MedusaContainer, id: string): Promise<Placed> {
  const select = ["id", "display_id", "email"]
  const { display_id, email = null } = await container.resolve(Modules.ORDER).retrieveOrder(id, { select })
  return { id, display_id, email }
}

async function record(container: MedusaContainer, session: SessionNow, cart_id: string, order: Placed) {
  const quote = (await quoteOfCart(container, cart_id, session)) ?? session.quote
  const { handOffs, sessions } = container.resolve<AgentService>(AGENT_MODULE)
  const { placements, providerPayments } = container.resolve<BankService>(BANK_MODULE)
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const id = newId("pay")
  const isFirst = await knex.transaction(async (trx) => {
    if (!(await handOffs.record(session.id, order.id, trx))) return false
    await placements.recordStorefrontOrder(
      {
        ...{ id, client_id: session.client_id, cart_id, currency: quote.currency },
        ...{ description: `Checkout ${session.id}`, customer_email: order.email },
        ...{ order_id: order.id, shop_order_id: order.display_id },
      },
      trx
    )
    await sessions.order(session.id, id, quote, trx)
    await providerPayments.follow(order.id, trx)
    await recordEvents(container, session, order.id, trx)
    return true
  })
  if (!isFirst) return
  container.resolve<WebhookService>(WEBHOOK_MODULE).wake()
  await settlePayment(container, id)
}

async function recordEvents(
  container: MedusaContainer,
  { id: session_id, client_id }: SessionNow,
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
