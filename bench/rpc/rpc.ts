import { startBenchWorld } from "../start-bench-world"
import type { Bench } from "../bench"
import { compare } from "../compare"
import { sidesOf } from "./sides"

/** The minimum share of a bare route's speed with the gates and the dispatcher. */
const TARGET = 0.5

/**
 * The cost of the gates and the dispatcher for the most frequent read. Both sides include Medusa's own request
 * pipeline.
 */
export const rpc: Bench = {
  name: "rpc",
  about: "tasks/get behind its gates, against a bare route of the same store that reads the same row",
  async run(effort) {
    const { world, stop } = await startBenchWorld()
    try {
      const sides = await sidesOf(world.base_url, world.database_url)
      return [await compare({ what: "tasks_get", ...sides, target: TARGET }, effort)]
    } finally {
      await stop()
    }
  },
}
