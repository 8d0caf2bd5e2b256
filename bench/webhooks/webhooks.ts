import { setTimeout as sleep } from "node:timers/promises"
import type { Bench, Effort, Figure } from "../bench"
import { median } from "../compare"
import { Receivers } from "./receivers"
import { awaited, EACH, Side } from "./side"

const RECEIVERS = 50
/** Deliveries per second; each event has ten. */
const OFFERED = 320
const FEW = 1000

/**
 * The speed of deliveries while one receiver is slow and one does not respond, with few and with a million stored
 * deliveries.
 */
export const webhooks: Bench = {
  name: "webhooks",
  about:
    "deliveries to 50 receivers of which one is slow and one is dead, with few and with many stored rows",
  async run(effort) {
    const receivers = await Receivers.listen(RECEIVERS)
    const sides: Side[] = []
    try {
      for (const stored of [FEW, effort.quick ? 50_000 : 1_000_000])
        sides.push(await Side.start(receivers, stored))
      return await measure(sides as [Side, Side], receivers, effort)
    } finally {
      receivers.close()
      for (const side of sides) await side.stop()
    }
  },
}

/** How many events are committed at once; each has ten deliveries. */
const DRAINED = { quick: 60, full: 300 }

async function measure(sides: [Side, Side], receivers: Receivers, effort: Effort): Promise<Figure[]> {
  const { quick, rounds } = effort
  const count = quick ? DRAINED.quick : DRAINED.full
  for (const side of sides) await side.drain(count) // warm-up: loads and compiles the code
  const late = await steadily(sides[1], receivers, quick ? 5 : 20)
  const drained: [few: number, many: number][] = []
  // More rounds than in other benches, because the times of single drains differ by a tenth.
  for (let round = 0; round < rounds * 2; round++) drained.push(await inTurn(sides, count, round))
  const limit = Math.floor(1_000_000 / 300)
  const over = (value: (round: [few: number, many: number]) => number) => median(drained.map(value))
  return [
    { what: "commit_to_arrival_p99", value: late, unit: "ms", limit: 3000 },
    { what: "thousand_deliveries", value: over(([few]) => few), unit: "ms", limit },
    { what: "thousand_deliveries_of_a_million", value: over(([, many]) => many), unit: "ms", limit },
    { what: "cost_of_a_million_rows", value: over(([few, many]) => many / few), unit: "x", limit: 1.25 },
  ]
}

/** Measures both stores alternately; the one that goes first changes from round to round. */
async function inTurn([few, many]: [Side, Side], count: number, round: number): Promise<[number, number]> {
  if (round % 2 === 0) return [await few.drain(count), await many.drain(count)]
  const first = await many.drain(count)
  return [await few.drain(count), first]
}

/** Commits events at a steady rate for some seconds. Returns the 99th percentile of the time from commit to arrival. */
async function steadily(side: Side, receivers: Receivers, seconds: number): Promise<number> {
  receivers.forget()
  const committed = new Map<string, number>()
  const begun = Date.now()
  for (let n = 0; n < (OFFERED / EACH) * seconds; n++) {
    await sleep(Math.max(0, begun + (n * 1000 * EACH) / OFFERED - Date.now()))
    for (const id of await side.commitEvents(1)) committed.set(id, Date.now())
  }
  const ids = [...committed.keys()]
  const arrived = await receivers.arrivals(ids, awaited(ids.length, receivers))
  const waits = arrived.map(({ id, at }) => at - (committed.get(id) ?? 0))
  return waits.sort((a, b) => a - b)[Math.ceil(waits.length * 0.99) - 1] ?? Infinity
}
