import { sql } from "../../integration-tests/support/database"
import { switchSurfaces } from "../../integration-tests/support/oauth-client"
import { alsoOffer } from "../../integration-tests/support/merchant"
import type { Bench, Effort, Outcome } from "../bench"
import { unlimitedToken } from "../catalog/sides"
import { goodsInStock } from "../checkout/goods"
import { compareMeasures } from "../compare"
import { startBenchWorld } from "../start-bench-world"
import { completeAtOnce } from "./complete-at-once"
import { rushOfAgents, rushOfCarts } from "./sides"
import { sellOut } from "./sell-out"

/** The required multiple of the orders per second of Medusa's own start of a payment and completion. */
const TARGET = 1.5

/** Many completions of one product at once, against Medusa's own; and a rush for fewer units on two servers. */
export const rush: Bench = {
  name: "rush",
  about:
    "agents that complete checkouts of one product at once, against Medusa's own payment and completion of carts",
  async run(effort) {
    const running = await startBenchWorld()
    try {
      process.env.GW_TEST_WORLD = JSON.stringify(running.world)
      await switchSurfaces({ ucp_enabled: true })
      await alsoOffer("pp_system_default")
      await sql(KEEP_UNPAID)
      const token = await unlimitedToken("admin")
      return [await compareRushes(token, effort), ...(await sellOut(running, token, effort))]
    } finally {
      await running.stop()
    }
  },
}

/** Orders of earlier rounds stay unpaid. Their cancellation would take processor time from both sides. */
const KEEP_UNPAID = `
  update gw_setting set unpaid_limits = unpaid_limits || '{"hold_minutes": 1440, "unverified_hold_minutes": 1440}'`

async function compareRushes(token: string, effort: Effort): Promise<Outcome> {
  const { variants, shipping_option } = await goodsInStock()
  const goods = { variants: variants.slice(0, 1), shipping_option }
  const buyers = effort.quick ? 20 : 50
  const [agents, carts] = [rushOfAgents(token, goods), rushOfCarts(goods)]
  return compareMeasures(
    {
      what: "rush",
      ours: () => completeAtOnce(agents, buyers),
      peer: () => completeAtOnce(carts, buyers),
      target: TARGET,
    },
    { ...effort, rounds: 3 }
  )
}
