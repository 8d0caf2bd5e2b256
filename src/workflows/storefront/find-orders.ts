import type { MedusaContainer } from "@medusajs/framework/types"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { announcedOrder, type CartOrder, placedOrder } from "../../queries/checkout/cart-order"
import { cartOfOrder, orderOfCart } from "../../queries/checkout/carts"
import { settlePayment } from "../settlement/settle-payment"
import { eachHandOff } from "./each-hand-off"
import { isLockedInMedusa } from "./medusa-lock"
import { type HandedOver, recordOrder } from "./record-order"

/**
 * Records an order if it is that of a cart that an agent has handed to its customer. Call when Medusa has announced the
 * order: its completion of the cart is over then.
 */
export async function recordAnnouncedOrder(order_id: string, container: MedusaContainer): Promise<void> {
  const cart_id = await cartOfOrder(container, order_id)
  const { handOffs } = container.resolve<AgentService>(AGENT_MODULE)
  const hand_off = cart_id && (await handOffs.openOfCart(cart_id))
  if (hand_off) await recordCompleted(container, hand_off, order_id)
}

/** Records all orders of handed-over carts whose event was lost, each once. A failure does not stop the others. */
export function findStorefrontOrders(container: MedusaContainer): Promise<void> {
  const { handOffs } = container.resolve<AgentService>(AGENT_MODULE)
  return eachHandOff(container, {
    take: (limit, due_at) => handOffs.takeUnrecorded(limit, due_at),
    act: async (hand_off) => void (await recordOrderOfCart(container, hand_off)),
    failed: (session_id) => `the storefront's order of checkout ${session_id} is not recorded`,
  })
}

/** What became of a handed-over cart: its order is recorded, it is being completed, or it has no order. */
export type CartOutcome = "recorded" | "being_completed" | "none"

/**
 * Records the order of a handed-over cart, unless the cart is being completed: Medusa links the order to the cart before
 * the completion can still fail, and then deletes it. The order is looked up by the stored id of the cart, never by what
 * the customer's storefront sends. Safe on any number of instances.
 */
export async function recordOrderOfCart(
  container: MedusaContainer,
  hand_off: HandedOver
): Promise<CartOutcome> {
  const { cart_id } = hand_off
  const order_id = await orderOfCart(container, cart_id)
  if (await container.resolve<BankService>(BANK_MODULE).cartLocks.isHeld(cart_id)) return "being_completed"
  return order_id ? recordUnlessCompleting(container, hand_off, order_id) : "none"
}

/** The same for a caller that has locked the cart and found this order of it. */
export async function recordUnlessCompleting(
  container: MedusaContainer,
  hand_off: HandedOver,
  order_id: string
): Promise<CartOutcome> {
  if (await isLockedInMedusa(container, hand_off.cart_id)) return "being_completed"
  const order = await placedOrder(container, { cart_id: hand_off.cart_id, order_id })
  if (!order) return "none"
  await recordAndSettle(container, hand_off, order)
  return "recorded"
}

/** Records an order whose completion has succeeded. */
export async function recordCompleted(
  container: MedusaContainer,
  hand_off: HandedOver,
  order_id: string
): Promise<void> {
  const order = await announcedOrder(container, order_id)
  if (order) await recordAndSettle(container, hand_off, order)
}

async function recordAndSettle(
  container: MedusaContainer,
  hand_off: HandedOver,
  order: CartOrder
): Promise<void> {
  const payment_id = await recordOrder(container, hand_off, order)
  if (payment_id) await settlePayment(container, payment_id)
}
