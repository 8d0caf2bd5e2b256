import { switchSurfaces } from "../../integration-tests/support/oauth-client"
import { startBenchWorld } from "../start-bench-world"
import type { Bench, Effort, Outcome } from "../bench"
import { unlimitedToken } from "../catalog/sides"
import { Agent } from "./agent"
import { goodsInStock } from "./goods"
import { comparePurchases } from "./purchases"
import { compareReads } from "./reads"
import { Storefront } from "./storefront"

/**
 * A purchase through UCP against the same one through Medusa's store API, and reads of a checkout against reads of a
 * cart.
 */
export const checkout: Bench = {
  name: "checkout",
  about: "a purchase and reads of its session, against the same purchase and cart of Medusa's own API",
  async run(effort) {
    const { world, stop } = await startBenchWorld()
    try {
      process.env.GW_TEST_WORLD = JSON.stringify(world)
      return await bothWays(effort)
    } finally {
      await stop()
    }
  },
}

async function bothWays(effort: Effort): Promise<Outcome[]> {
  await switchSurfaces({ ucp_enabled: true })
  const token = await unlimitedToken("admin")
  const goods = await goodsInStock()
  const [agent, storefront] = [new Agent(token, goods), new Storefront(goods)]
  return [
    ...(await comparePurchases(agent, storefront, effort)),
    await compareReads(agent, token, storefront, effort),
  ]
}
