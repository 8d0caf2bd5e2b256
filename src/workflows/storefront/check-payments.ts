import type { MedusaContainer } from "@medusajs/framework/types"
import { AGENT_MODULE } from "../../modules/agent"
import type { StorefrontHandOff } from "../../modules/agent/models/storefront-hand-off"
import type AgentService from "../../modules/agent/service"
import { fundsOfCart } from "../../queries/payment/cart-payments"
import { eachHandOff } from "./each-hand-off"
import { settlePaidCart } from "./settle-paid-cart"

/**
 * Finds carts that customers have paid without an order, and places their orders or refunds them. Until a cart is paid,
 * it only reads. Checks each cart that is due once. A failure does not stop the others. Safe on any number of instances.
 */
export function checkStorefrontPayments(container: MedusaContainer): Promise<void> {
  const { storefrontPayments } = container.resolve<AgentService>(AGENT_MODULE)
  return eachHandOff(container, {
    take: (limit, due_at) => storefrontPayments.takeDue(limit, due_at),
    act: (hand_off) => check(container, hand_off),
    failed: (session_id) => `the payment of checkout ${session_id} is not checked`,
  })
}

async function check(container: MedusaContainer, hand_off: StorefrontHandOff): Promise<void> {
  const { session_id, paid_at } = hand_off
  const { storefrontPayments } = container.resolve<AgentService>(AGENT_MODULE)
  const { held, is_deferred } = await fundsOfCart(container, hand_off)
  if (!held) return storefrontPayments.noteUnpaid(session_id, is_deferred)
  return paid_at ? settlePaidCart(container, session_id) : storefrontPayments.notePaid(session_id)
}
