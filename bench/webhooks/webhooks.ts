import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { switchSurfaces } from "../../integration-tests/support/oauth-client"
import { startWorld } from "../../integration-tests/support/start-world"
import { newEncryptionKey, newPrivateKey } from "../../integration-tests/support/store-keys"
import type { Bench, Effort, Figure } from "../bench"
import { Receivers } from "./receivers"
import { happen, seedKept, seedSubscribers, type Subscriber } from "./seed"

const RECEIVERS = 50
/** Deliveries that are owed a second: each event is owed to ten addresses. */
const OFFERED = 320
const EACH = 10

/** What deliveries take while one receiver is slow and one is dead, and while a million of them are kept. */
export const webhooks: Bench = {
  name: "webhooks",
  about: "deliveries to 50 receivers of which one is slow and one is dead, with few and with many rows kept",
  async run(effort) {
    const env = {
      ...{ LOG_LEVEL: "error", GW_ALLOW_PRIVATE_NETWORKS: "true" },
      ...{ GW_CARD_KEY: newPrivateKey(), GW_ENCRYPTION_KEY: newEncryptionKey() },
    }
    const { world, stop } = await startWorld(env, join(__dirname, "../store-process.ts"))
    process.env.GW_TEST_WORLD = JSON.stringify(world)
    const receivers = await Receivers.listen(RECEIVERS)
    try {
      await switchSurfaces({ ucp_enabled: true })
      return await measure(receivers, effort)
    } finally {
      receivers.close()
      await stop()
    }
  },
}

/** How many events are committed at once; each is owed to ten addresses. */
const DRAINED = { quick: 60, full: 300 }

async function measure(receivers: Receivers, { quick, rounds }: Effort): Promise<Figure[]> {
  const subscribers = await seedSubscribers(receivers.urls)
  const count = quick ? DRAINED.quick : DRAINED.full
  const drainOnce = () => drain(subscribers, receivers, count)
  await drainOnce() // what the first ones load and compile is not theirs
  const late = await steadily(subscribers, receivers, quick ? 5 : 20)
  const few = await median(rounds, drainOnce)
  await seedKept(quick ? 50_000 : 1_000_000)
  await drainOnce()
  const many = await median(rounds, drainOnce)
  const limit = Math.floor(1_000_000 / 300)
  return [
    { what: "commit_to_arrival_p99", value: late, unit: "ms", limit: 3000 },
    { what: "thousand_deliveries", value: few, unit: "ms", limit },
    { what: "thousand_deliveries_of_a_million", value: many, unit: "ms", limit },
    { what: "cost_of_a_million_rows", value: many / few, unit: "x", limit: 1.25 },
  ]
}

/** Offers a steady load for so many seconds; the 99th percentile of the time from the commit to the arrival. */
async function steadily(
  subscribers: readonly Subscriber[],
  receivers: Receivers,
  seconds: number
): Promise<number> {
  const committed = new Map<string, number>()
  const begun = Date.now()
  for (let n = 0; n < (OFFERED / EACH) * seconds; n++) {
    await sleep(Math.max(0, begun + (n * 1000 * EACH) / OFFERED - Date.now()))
    for (const id of await happen(subscribers, 1)) committed.set(id, Date.now())
  }
  const arrived = await allArrived(receivers, [...committed.keys()])
  const waits = arrived.map(({ id, at }) => at - (committed.get(id) ?? 0))
  return waits.sort((a, b) => a - b)[Math.ceil(waits.length * 0.99) - 1] ?? Infinity
}

/** Commits many events at once; the milliseconds a thousand of their deliveries to healthy receivers take. */
async function drain(
  subscribers: readonly Subscriber[],
  receivers: Receivers,
  count: number
): Promise<number> {
  const times = (await allArrived(receivers, await happen(subscribers, count))).map(({ at }) => at)
  const last = times.reduce((one, other) => Math.max(one, other))
  const first = times.reduce((one, other) => Math.min(one, other))
  return ((last - first) * 1000) / times.length
}

interface Arrival {
  readonly id: string
  readonly at: number
}

/** When each event has arrived at each healthy receiver of its client: the last client has two fewer of those. */
async function allArrived(receivers: Receivers, ids: readonly string[]): Promise<Arrival[]> {
  const wanted = new Set(ids)
  const awaited = ids.length * EACH - (2 * ids.length * EACH) / RECEIVERS
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(20)) {
    const arrived = [...receivers.arrived].flatMap(([key, at]) => {
      const id = key.split(" ")[1] ?? ""
      return wanted.has(id) ? [{ id, at }] : []
    })
    if (arrived.length >= awaited) return arrived
  }
  throw new Error("deliveries did not arrive")
}

async function median(rounds: number, once: () => Promise<number>): Promise<number> {
  const all: number[] = []
  for (let n = 0; n < rounds; n++) all.push(await once())
  return all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Infinity
}
