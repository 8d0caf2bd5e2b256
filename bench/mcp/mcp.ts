import { switchSurfaces } from "../../integration-tests/support/oauth-client"
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

/** What a call costs that comes as a tool of MCP: reading a checkout, which is the smallest call of a purchase. */
export const mcp: Bench = {
  name: "mcp",
  about: "get_checkout as a tool of MCP, against the same read over REST",
  async run(effort) {
    const { world, stop } = await startBenchWorld()
    try {
      process.env.GW_TEST_WORLD = JSON.stringify(world)
      return [await compareTool(world.base_url, effort)]
    } finally {
      await stop()
    }
  },
}

async function compareTool(base_url: string, effort: Effort): Promise<Comparison> {
  await switchSurfaces({ ucp_enabled: true })
  const token = await unlimitedToken("admin")
  const { id } = await new Agent(token, await goodsInStock()).begin()
  const authorization = `Bearer ${token}`
  const root = `${base_url}/gw-ucp/v1`
  const peer: Target = { url: `${root}/checkout-sessions/${id}`, method: "GET", headers: { authorization } }
  const ours: Target = {
    url: `${root}/mcp`,
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "get_checkout", arguments: { id } },
    }),
  }
  for (const side of [ours, peer]) await fetchContaining(side, '"ready_for_complete"')
  return compare({ what: "get_checkout", ours, peer, target: TARGET }, effort)
}
