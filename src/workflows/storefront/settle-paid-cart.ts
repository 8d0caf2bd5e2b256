import type { MedusaContainer } from "@medusajs/framework/types"
import { logOf } from "../../lib/log"
import { AGENT_MODULE } from "../../modules/agent"
import type { StorefrontHandOff } from "../../modules/agent/models/storefront-hand-off"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import type { LockedCart } from "../../modules/bank/cart-locks"
import type BankService from "../../modules/bank/service"
import { isLeftOrder } from "../../queries/checkout/cart-order"
import { orderOfCart } from "../../queries/checkout/carts"
import { type CartPayment, fundsOfCart } from "../../queries/payment/cart-payments"
import { isMedusaRefusal } from "../../lib/medusa-refusal"
import { recordUnlessCompleting } from "./find-orders"
import { placePaidCart } from "./place-paid-cart"
import { refundCart } from "./refund-cart"

/** How often Medusa must refuse the cart before the customer is refunded. It uses up an order number each time. */
const MOST_REFUSALS = 3

/**
 * Places the order of a cart that is paid, also if a killed store has left an unpaid order of it; refunds the customer after
 * three refusals of the cart. Other failures are repeated until they pass. Holds the cart's lock, so that the customer's
 * storefront and other instances do neither at the same time.
 */
export async function settlePaidCart(container: MedusaContainer, session_id: string): Promise<void> {
  const { handOffs } = container.resolve<AgentService>(AGENT_MODULE)
  const { cart_id } = (await handOffs.find(session_id)) ?? {}
  if (!cart_id) return
  const lock = await container.resolve<BankService>(BANK_MODULE).cartLocks.acquire(cart_id)
  try {
    // Read again: another holder of the lock may have settled it.
    const hand_off = await handOffs.find(session_id)
    if (hand_off?.paid_at && !hand_off.order_id) await settle(container, hand_off, lock)
  } finally {
    await lock.release()
  }
}

async function settle(
  container: MedusaContainer,
  hand_off: StorefrontHandOff,
  lock: LockedCart
): Promise<void> {
  const order_id = await orderOfCart(container, hand_off.cart_id)
  if (order_id && (await recordUnlessCompleting(container, hand_off, order_id)) !== "none") return
  if (order_id && !(await isLeftOrder(container, order_id)))
    return logOf(container).warn(`order ${order_id} of checkout ${hand_off.session_id} has no payment yet`)
  const { held } = await fundsOfCart(container, hand_off)
  if (held) await attempt(container, hand_off, held, lock)
}

async function attempt(
  container: MedusaContainer,
  hand_off: StorefrontHandOff,
  payment: CartPayment,
  lock: LockedCart
): Promise<void> {
  const { session_id, refusals } = hand_off
  const { storefrontPayments } = container.resolve<AgentService>(AGENT_MODULE)
  const name = `checkout ${session_id}, which its customer paid through ${payment.provider_id} without an order`
  try {
    const done = refusals < MOST_REFUSALS ? placePaidCart : refundCart
    logOf(container).warn(`${name}, ${await done(container, hand_off, payment, lock)}`)
  } catch (error) {
    logOf(container).warn(`${name}, is not settled: ${(error as Error).message}`)
    if (isMedusaRefusal(error)) await storefrontPayments.noteRefusal(session_id)
    else await storefrontPayments.postpone(session_id)
  }
}
