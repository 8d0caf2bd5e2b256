import { Client } from "@medusajs/framework/pg"
import { startBenchWorld } from "../start-bench-world"
import type { Bench, Comparison, Effort } from "../bench"
import { compare } from "../compare"
import { sidesOf } from "../rpc/sides"

/** The minimum share of a bare route's speed with all gates. */
const TARGET = 0.85

/** Rules that the bench's calls satisfy, so that every gate has something to check. */
const RULES = `
  update gw_oauth_client set ip_allow = '{203.0.113.0/24,127.0.0.0/8,::1}',
    hours = '{"time_zone": "Europe/Bucharest", "days": {
      "mon": ["00:00-24:00"], "tue": ["00:00-24:00"], "wed": ["00:00-24:00"], "thu": ["00:00-24:00"],
      "fri": ["00:00-24:00"], "sat": ["00:00-24:00"], "sun": ["00:00-24:00"]}}'
  where id = 'a2a_bench'`

/**
 * The cost of the five gates: without rules, and with allowed IP addresses and an access schedule, which are checked
 * before the call counts.
 */
export const gates: Bench = {
  name: "gates",
  about:
    "tasks/get behind five gates, without rules and with them, against a bare route that reads the same row",
  async run(effort) {
    const { world, stop } = await startBenchWorld()
    try {
      return await bothWays(world.base_url, world.database_url, effort)
    } finally {
      await stop()
    }
  },
}

async function bothWays(base_url: string, database_url: string, effort: Effort): Promise<Comparison[]> {
  const sides = await sidesOf(base_url, database_url)
  const without = await compare({ what: "without_rules", ...sides, target: TARGET }, effort)
  const client = new Client({ connectionString: database_url })
  await client.connect()
  await client.query(RULES).finally(() => client.end())
  return [without, await compare({ what: "with_rules", ...sides, target: TARGET }, effort)]
}
