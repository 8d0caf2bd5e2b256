import type { Bench, Comparison, Effort, Figure, Outcome } from "../bench"
import { oneAtATime, rateOf } from "../catalog/one-at-a-time"
import { compareMeasures, type Measure } from "../compare"
import type { Target } from "../load"
import { Side } from "./side"

const FEW = 1000
const MANY = 1_000_000
const MANY_QUICKLY = 20_000

/**
 * The speed that a response must keep in a store with a thousand times as many rows: at most 1.5 times the time. An
 * index is a level or two deeper, and less of it is in memory; a query that reads more than the requested page takes
 * many times as long.
 */
const TARGET = 1 / 1.5

/** It must never be slower than Medusa's own list of as many orders. */
const TARGET_BESIDE_MEDUSA = 1

/** Every list and detail of the merchant's API in a store with a million payments. */
export const admin: Bench = {
  name: "admin",
  about: "the merchant's lists and details at 1,000,000 payments, against 1,000 and Medusa's own orders",
  async run(effort) {
    const sides: Side[] = []
    try {
      sides.push(await Side.start(FEW))
      sides.push(await Side.start(effort.quick ? MANY_QUICKLY : MANY))
      return await measure(sides as [Side, Side], effort)
    } finally {
      for (const side of sides) await side.stop()
    }
  },
}

/** How often a request is sent before the other store is measured. */
const REQUESTS = 8

async function measure([few, many]: [Side, Side], { rounds, ...rest }: Effort): Promise<Outcome[]> {
  // More and shorter rounds than in other benches, so that other load on the machine affects both stores alike.
  const effort = { ...rest, rounds: rounds * 4 }
  const comparisons: Comparison[] = []
  for (const [what, ours] of Object.entries(many.targets)) {
    const peer = latencyOf(few.targets[what] as Target)
    comparisons.push(await compareMeasures({ what, ours: latencyOf(ours), peer, target: TARGET }, effort))
  }
  for (const [what, path] of Object.entries(besideMedusa(many.count))) {
    const ours = latencyOf(many.targets[what] as Target)
    // Fewer requests, because each one reads all orders.
    const sides = { what: `${what}_beside_medusa`, ours, peer: latencyOf(many.target(path), 2) }
    comparisons.push(await compareMeasures({ ...sides, target: TARGET_BESIDE_MEDUSA }, { ...rest, rounds }))
  }
  return [...comparisons, await report(many, "funnel"), await report(many, "overview")]
}

/** Measures the median of `count` responses, requested one after another. */
const latencyOf = (target: Target, count = REQUESTS): Measure => {
  return async () => rateOf(await oneAtATime(target, count))
}

/** Medusa's requests to compare with the lists of payments. */
const besideMedusa = (count: number) => ({
  payments: "/admin/orders?limit=20",
  payments_deep: `/admin/orders?limit=20&offset=${count * 0.9}`,
  payments_searched_by_reference: "/admin/orders?limit=20&q=shopper7@buyers.example",
})

/** A report of 30 days, which contain 86,400 of a million payments per year. */
async function report(many: Side, name: "funnel" | "overview"): Promise<Figure> {
  const { p50 } = await oneAtATime(many.target(`/admin/agentic-commerce/${name}`), REQUESTS)
  return { what: `${name}_of_30_days`, value: p50, unit: "ms", limit: 1000 }
}
