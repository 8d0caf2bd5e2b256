import { Agent } from "../checkout/agent"
import type { Goods } from "../checkout/goods"
import { Storefront } from "../checkout/storefront"
import type { RushSide } from "./complete-at-once"

/** Agents that buy through UCP at one server of the store. A completed checkout waits for its customer's payment. */
export function rushOfAgents(token: string, goods: Goods, base_url?: string): RushSide {
  const agent = new Agent(token, goods, base_url)
  return {
    name: "agents",
    begin: async () => (await agent.begin()).id,
    complete: async (id) => (await agent.complete(id)).status === "requires_escalation",
  }
}

/**
 * Guests of a storefront that pay with Medusa's manual provider, so that Medusa itself places the order. Their payment is
 * started with the completion, as that of an agent is. A completion that fails counts as no order.
 */
export function rushOfCarts(goods: Goods): RushSide {
  const storefront = new Storefront(goods)
  const complete = async (id: string) => {
    await storefront.startPayment(id, "pp_system_default")
    return storefront.complete(id)
  }
  return {
    name: "carts",
    begin: () => storefront.fillCart(),
    complete: (id) => complete(id).catch(() => false),
  }
}
