import type { MedusaContainer } from "@medusajs/framework/types"
import { logOf } from "../../lib/log"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { cartOfOrder } from "../../queries/checkout/carts"
import { recordOrder } from "./record-order"

const BATCH_SIZE = 100

/** Records an order if it is that of a cart that an agent has handed to its customer. */
export async function recordStorefrontOrder(order_id: string, container: MedusaContainer): Promise<void> {
  const cart_id = await cartOfOrder(container, order_id)
  const { handOffs } = container.resolve<AgentService>(AGENT_MODULE)
  const hand_off = cart_id && (await handOffs.openOfCart(cart_id))
  if (hand_off) await recordOrder(container, hand_off)
}

/** Records all orders of handed-over carts whose event was lost. A failure does not stop the others. */
export async function findStorefrontOrders(container: MedusaContainer): Promise<void> {
  const { handOffs } = container.resolve<AgentService>(AGENT_MODULE)
  for (const hand_off of await handOffs.unrecorded(BATCH_SIZE))
    try {
      await recordOrder(container, hand_off)
    } catch (error) {
      const { message } = error as Error
      logOf(container).warn(
        `the storefront's order of checkout ${hand_off.session_id} is not recorded: ${message}`
      )
    }
}
