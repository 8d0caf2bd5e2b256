import type { MedusaContainer } from "@medusajs/framework/types"
import { logOf } from "../../lib/log"
import { AGENT_MODULE } from "../../modules/agent"
import type { StorefrontHandOff } from "../../modules/agent/models/storefront-hand-off"
import type AgentService from "../../modules/agent/service"
import { heldPayment } from "../../queries/payment/cart-payments"
import { settlePaidCart } from "./settle-paid-cart"

const BATCH_SIZE = 100

/**
 * Finds carts that customers have paid without an order, and places their orders or refunds them. Until a cart is paid,
 * it only reads. A failure does not stop the others. Safe on any number of instances.
 */
export async function checkStorefrontPayments(container: MedusaContainer): Promise<void> {
  const { storefrontPayments } = container.resolve<AgentService>(AGENT_MODULE)
  for (const hand_off of await storefrontPayments.takeDue(BATCH_SIZE))
    try {
      await check(container, hand_off)
    } catch (error) {
      const { message } = error as Error
      logOf(container).warn(`the payment of checkout ${hand_off.session_id} is not checked: ${message}`)
    }
}

async function check(
  container: MedusaContainer,
  { session_id, cart_id, paid_at }: StorefrontHandOff
): Promise<void> {
  const { storefrontPayments } = container.resolve<AgentService>(AGENT_MODULE)
  if (!(await heldPayment(container, cart_id))) return storefrontPayments.noteUnpaid(session_id)
  return paid_at ? settlePaidCart(container, session_id) : storefrontPayments.notePaid(session_id)
}
