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
 * Guests of a storefront that pay with Medusa's manual provider, so that Medusa itself places the order. A completion
 * that fails counts as no order.
 */
export function rushOfCarts(goods: Goods): RushSide {
  const storefront = new Storefront(goods)
  return {
    name: "carts",
    begin: async () => {
      const cart_id = await storefront.fillCart()
      await storefront.startPayment(cart_id, "pp_system_default")
      return cart_id
    },
    complete: (id) => storefront.complete(id).catch(() => false),
  }
}
