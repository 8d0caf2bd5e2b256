import type { IEventBusModuleService, IOrderModuleService, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  cancelOrderWorkflow,
  completeCartWorkflow,
  processPaymentWorkflow,
} from "@medusajs/medusa/core-flows"
import { toDecimal } from "../../domain/money"
import type { Effect } from "../../domain/settlement"
import { reached } from "../../failpoints"
import type { Payment } from "../../modules/bank/models/payment"

/** What performing an effect has taught us about the payment: the order it ended in. */
export type Fact = Partial<Pick<Payment, "order_id" | "shop_order_id">>

type Perform = (payment: Payment, container: MedusaContainer) => Promise<Fact>

/** How each effect becomes a fact in Medusa. All of them are safe to run again after a crash at any instruction. */
export const PERFORM: Record<Effect, Perform> = {
  action_required: async () => ({}),
  authorized: (payment, container) => settleOrder(payment, container, "authorized"),
  captured: (payment, container) => settleOrder(payment, container, "captured"),
  failed: cancelPendingOrder,
}

async function settleOrder(
  payment: Payment,
  container: MedusaContainer,
  action: "authorized" | "captured"
): Promise<Fact> {
  if (payment.origin === "cart") return completeCart(payment, container)
  await processPaymentWorkflow(container).run({
    input: { action, data: { session_id: String(payment.session_id), amount: amountOf(payment) } },
  })
  reached("order_settled")
  // A reserved payment announced its order when it was reserved.
  if (action === "authorized" || payment.intent === "sale") await announceOrder(payment, container)
  reached("order_announced")
  return {}
}

/** Medusa takes decimals here, although its type only names the number. */
function amountOf({ amount, currency }: Payment): number {
  return Number(toDecimal(amount, currency))
}

/** `order.placed`, which a storefront order emits by itself: stores send their confirmation mail on it. */
async function announceOrder({ order_id }: Payment, container: MedusaContainer): Promise<void> {
  const events = container.resolve<IEventBusModuleService>(Modules.EVENT_BUS)
  await events.emit({ name: "order.placed", data: { id: order_id } })
}

/** The shopper's cart becomes the order now that the bank has authorised; Medusa finds an order made before. */
async function completeCart(payment: Payment, container: MedusaContainer): Promise<Fact> {
  const cart_id = await cartOf(payment, container)
  const { result } = await completeCartWorkflow(container).run({ input: { id: cart_id } })
  reached("order_settled")
  const orders = container.resolve<IOrderModuleService>(Modules.ORDER)
  const { display_id } = await orders.retrieveOrder(result.id, { select: ["id", "display_id"] })
  return { order_id: result.id, shop_order_id: display_id }
}

async function cartOf({ session_id }: Payment, container: MedusaContainer): Promise<string> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: sessions } = await query.graph({
    entity: "payment_session",
    fields: ["payment_collection_id"],
    filters: { id: session_id },
  })
  const { data: links } = await query.graph({
    entity: "cart_payment_collection",
    fields: ["cart_id"],
    filters: { payment_collection_id: sessions[0]?.payment_collection_id },
  })
  if (!sessions[0] || !links[0]) throw new Error(`payment session ${session_id} belongs to no cart any more`)
  return links[0].cart_id
}

/** An order placed for a payment that came to nothing is canceled and its stock freed; a cart just stays a cart. */
async function cancelPendingOrder({ order_id, origin }: Payment, container: MedusaContainer): Promise<Fact> {
  if (origin === "cart" || !order_id) return {}
  const orders = container.resolve<IOrderModuleService>(Modules.ORDER)
  const { status } = await orders.retrieveOrder(order_id, { select: ["id", "status"] })
  if (status !== "canceled") await cancelOrderWorkflow(container).run({ input: { order_id } })
  return {}
}
