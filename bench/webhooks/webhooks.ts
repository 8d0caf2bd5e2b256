import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { openCatalog } from "../../integration-tests/support/catalog"
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
      await openCatalog()
      return await measure(receivers, effort)
    } finally {
      receivers.close()
      await stop()
    }
  },
}

async function measure(receivers: Receivers, { quick, rounds }: Effort): Promise<Figure[]> {
  const subscribers = await seedSubscribers(receivers.urls)
  await drain(subscribers, receivers, 50) // what the first ones load and compile is not theirs
  const late = await steadily(subscribers, receivers, quick ? 5 : 20)
  const few = await median(rounds, () => drain(subscribers, receivers, 100))
  await seedKept(quick ? 50_000 : 1_000_000)
  await drain(subscribers, receivers, 50)
  const many = await median(rounds, () => drain(subscribers, receivers, 100))
  const limit = 1_000_000 / 300
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
  const events = Math.round((OFFERED / EACH) * seconds)
  const begun = Date.now()
  for (let n = 0; n < events; n++) {
    await sleep(Math.max(0, begun + (n * 1000 * EACH) / OFFERED - Date.now()))
    committed.set(await happen(subscriberOf(subscribers, n)), Date.now())
  }
  await allArrived(receivers, committed.keys(), subscribers)
  const waits = [...receivers.arrived].flatMap(([key, at]) => {
    const from = committed.get(key.split(" ")[1] ?? "")
    return from === undefined ? [] : [at - from]
  })
  return waits.sort((a, b) => a - b)[Math.ceil(waits.length * 0.99) - 1] ?? Infinity
}

/** Commits so many events at once; the milliseconds a thousand of their deliveries take to healthy receivers. */
async function drain(
  subscribers: readonly Subscriber[],
  receivers: Receivers,
  events: number
): Promise<number> {
  const before = receivers.arrived.size
  const begun = Date.now()
  const ids: string[] = []
  for (let n = 0; n < events; n++) ids.push(await happen(subscriberOf(subscribers, n)))
  await allArrived(receivers, ids, subscribers)
  return ((Date.now() - begun) * 1000) / (receivers.arrived.size - before)
}

function subscriberOf(subscribers: readonly Subscriber[], n: number): Subscriber {
  const one = subscribers[n % subscribers.length]
  if (!one) throw new Error("nobody has subscribed")
  return one
}

/** Every event has arrived at each healthy receiver of its client. */
async function allArrived(
  receivers: Receivers,
  ids: Iterable<string>,
  subscribers: readonly Subscriber[]
): Promise<void> {
  const open = [...ids].flatMap((id, n) => {
    const client = n % subscribers.length
    const urls = receivers.urls.slice(client * EACH, (client + 1) * EACH)
    return urls.filter((url) => url !== receivers.slow && url !== receivers.dead).map((url) => `${url} ${id}`)
  })
  for (const deadline = Date.now() + 120_000; open.some((key) => !receivers.arrived.has(key)); await sleep(5))
    if (Date.now() > deadline) throw new Error("deliveries did not arrive")
}

async function median(rounds: number, once: () => Promise<number>): Promise<number> {
  const all: number[] = []
  for (let n = 0; n < rounds; n++) all.push(await once())
  return all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Infinity
}
