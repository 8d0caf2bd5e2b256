import { startBenchWorld } from "../start-bench-world"
import type { World } from "../../integration-tests/support/world"
import type { Bench, Comparison, Effort } from "../bench"
import { compare } from "../compare"
import type { Target } from "../load"
import { notifications } from "./notifications"
import { allSettled, seedPayments } from "./payments"

/** The minimum share of a bare insert's speed when a notification is verified and stored. */
const TARGET = 0.75

/** The cost of verifying a bank notification and storing it durably before the acknowledgement. */
export const ipn: Bench = {
  name: "ipn",
  about:
    "a verified, durably stored notification, against a bare route of the same store that inserts one row",
  async run(effort) {
    const { world, stop } = await startBenchWorld()
    try {
      return [await againstInsert(world, effort)]
    } finally {
      await stop()
    }
  },
}

async function againstInsert(world: World, effort: Effort): Promise<Comparison> {
  process.env.GW_TEST_WORLD = JSON.stringify(world)
  const next = notifications(world, await seedPayments(), (effort.rounds + 3) * effort.seconds * 1500)
  const post = (path: string): Target => ({ url: `${world.base_url}${path}`, method: "POST", next })
  // Processing continues after the acknowledgements; the peer must not be measured meanwhile.
  const ours = { ...post("/gw-bank/v1/ipn"), rest: allSettled }
  return compare({ what: "acknowledged", ours, peer: post("/bench/insert"), target: TARGET }, effort)
}
