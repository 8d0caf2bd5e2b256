import type { MedusaContainer } from "@medusajs/framework/types"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { cartOfOrder } from "../../queries/checkout/carts"
import { eachHandOff } from "./each-hand-off"
import { recordOrder } from "./record-order"

/** Records an order if it is that of a cart that an agent has handed to its customer. */
export async function recordStorefrontOrder(order_id: string, container: MedusaContainer): Promise<void> {
  const cart_id = await cartOfOrder(container, order_id)
  const { handOffs } = container.resolve<AgentService>(AGENT_MODULE)
  const hand_off = cart_id && (await handOffs.openOfCart(cart_id))
  if (hand_off) await recordOrder(container, hand_off)
}

/** Records all orders of handed-over carts whose event was lost, each once. A failure does not stop the others. */
export function findStorefrontOrders(container: MedusaContainer): Promise<void> {
  const { handOffs } = container.resolve<AgentService>(AGENT_MODULE)
  return eachHandOff(container, {
    take: (limit, due_at) => handOffs.takeUnrecorded(limit, due_at),
    act: (hand_off) => recordOrder(container, hand_off),
    failed: (session_id) => `the storefront's order of checkout ${session_id} is not recorded`,
  })
}
