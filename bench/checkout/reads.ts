import { world } from "../../integration-tests/support/world"
import { fetchContaining } from "../a2a/reads"
import type { Comparison, Effort } from "../bench"
import { compare } from "../compare"
import type { Target } from "../load"
import type { Agent } from "./agent"
import type { Storefront } from "./storefront"

/** The required multiple of the requests per second of Medusa's own read of a cart. */
const TARGET = 15

/** Compares reads of a checkout with reads of a cart with the same contents. */
export async function compareReads(
  agent: Agent,
  token: string,
  storefront: Storefront,
  effort: Effort
): Promise<Comparison> {
  const { id } = await agent.begin()
  const cart_id = await storefront.fillCart()
  const ours = read(`/gw-ucp/v1/checkout-sessions/${id}`, { authorization: `Bearer ${token}` })
  const peer = {
    ...read(`/store/carts/${cart_id}`, { "x-publishable-api-key": world().shop.publishable_key }),
    amount: effort.quick ? 60 : 200,
  }
  await fetchContaining(ours, '"ready_for_complete"')
  await fetchContaining(peer, cart_id)
  return compare({ what: "session", ours, peer, target: TARGET }, effort)
}

function read(path: string, headers: Record<string, string>): Target {
  return { url: `${world().base_url}${path}`, method: "GET", headers }
}
