import { eventually } from "../../integration-tests/support/agent"
import { sql } from "../../integration-tests/support/database"
import { switchSurfaces } from "../../integration-tests/support/oauth-client"
import { world } from "../../integration-tests/support/world"
import { fetchContaining } from "../a2a/reads"
import type { Bench, Comparison, Effort } from "../bench"
import { unlimitedToken } from "../catalog/sides"
import { Agent } from "../checkout/agent"
import { goodsInStock } from "../checkout/goods"
import { compare } from "../compare"
import type { Target } from "../load"
import { startBenchWorld } from "../start-bench-world"

/** A tool call may take 1.15 times what the same REST call takes. */
const TARGET = 1 / 1.15

/** What a call costs that comes as a tool of MCP: the smallest call of a purchase, and the one with the largest result. */
export const mcp: Bench = {
  name: "mcp",
  about: "get_checkout and search_catalog as tools of MCP, against the same calls over REST",
  async run(effort) {
    const { world, stop } = await startBenchWorld()
    try {
      process.env.GW_TEST_WORLD = JSON.stringify(world)
      return await compareTools(effort)
    } finally {
      await stop()
    }
  },
}

/** What both sides search for: all products of the demo store. */
const SEARCH = { context: { address_country: "DE" }, pagination: { limit: 20 } }

/** Products that the catalog does not have yet. The search would otherwise find none of them. */
const MISSING = `
  select p.id from product p where p.status = 'published' and p.deleted_at is null
     and not exists (select 1 from gw_catalog_product indexed where indexed.product_id = p.id)`

async function compareTools(effort: Effort): Promise<Comparison[]> {
  await switchSurfaces({ ucp_enabled: true })
  await eventually(async () => ((await sql(MISSING))[0] ? undefined : true))
  const token = await unlimitedToken("admin")
  const { id } = await new Agent(token, await goodsInStock()).begin()
  const checkout = {
    what: "get_checkout",
    ours: toolCall(token, "get_checkout", { id }),
    peer: rest(token, `/checkout-sessions/${id}`),
    target: TARGET,
  }
  const search = {
    what: "search_catalog",
    ours: toolCall(token, "search_catalog", { catalog: SEARCH }),
    peer: rest(token, "/catalog/search", SEARCH),
    target: TARGET,
  }
  for (const side of [checkout.ours, checkout.peer]) await fetchContaining(side, '"ready_for_complete"')
  for (const side of [search.ours, search.peer]) await fetchContaining(side, '"products":[{')
  return [await compare(checkout, effort), await compare(search, effort)]
}

function toolCall(token: string, name: string, args: object): Target {
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }
  return rest(token, "/mcp", call)
}

function rest(token: string, path: string, body?: object): Target {
  const url = `${world().base_url}/gw-ucp/v1${path}`
  const authorization = `Bearer ${token}`
  if (!body) return { url, method: "GET", headers: { authorization } }
  const headers = { authorization, "content-type": "application/json" }
  return { url, method: "POST", headers, body: JSON.stringify(body) }
}
