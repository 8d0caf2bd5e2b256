import { startBenchWorld } from "../start-bench-world"
import type { Bench } from "../bench"
import { compare } from "../compare"
import { sidesOf } from "./sides"

/** The least part of a bare route's speed that the gates and the dispatcher may leave. */
const TARGET = 0.5

/** What the gates and the dispatcher cost on the hottest read, the platform's own request pipeline being paid by both. */
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
