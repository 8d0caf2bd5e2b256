import { get, type IncomingMessage } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { world } from "../../integration-tests/support/world"
import type { Effort, Figure } from "../bench"

/** The result of reading the whole feed. */
interface Reading {
  readonly products: number
  readonly seconds: number
  /** The time until the first product arrived. */
  readonly first_ms: number
}

/** A text that occurs exactly once per product. */
const MARK = '"medusa_id":'

/**
 * Measures the uncompressed feed of all products: its speed, the time to the first product, and its memory use in the
 * store.
 */
export async function measureFeed(token: string, products: number, effort: Effort): Promise<Figure[]> {
  await readFeed(token)
  const readings: Reading[] = []
  for (let round = 0; round < effort.rounds; round++) readings.push(await readFeed(token))
  const short = readings.find((reading) => reading.products < products)
  if (short) throw new Error(`the feed had ${short.products} of ${products} products`)
  const each = readings.map(({ seconds, products }) => (seconds / products) * 1e6)
  const growth = await growthWhile(() => readFeed(token))
  const idle = await growthWhile(() => readFeed(token, 2000))
  return [
    { what: "feed_of_a_product", value: median(each), unit: "us", limit: 20 },
    { what: "feed_first_product", value: median(readings.map((one) => one.first_ms)), unit: "ms", limit: 50 },
    { what: "feed_memory_growth", value: growth, unit: "MB", limit: 64 },
    { what: "feed_memory_growth_slow_reader", value: idle, unit: "MB", limit: 64 },
  ]
}

/** Reads the whole feed; a slow reader stops for `pause` milliseconds at the beginning. */
async function readFeed(token: string, pause = 0): Promise<Reading> {
  const began = performance.now()
  const response = await open(token)
  if (response.statusCode !== 200) throw new Error(`the feed answered ${response.statusCode}`)
  let [products, first_ms, rest] = [0, 0, ""]
  for await (const chunk of response) {
    // As latin1, which is the fastest to search.
    const text = rest + (chunk as Buffer).toString("latin1")
    products += countIn(text)
    rest = text.slice(-(MARK.length - 1))
    if (first_ms || !products) continue
    first_ms = performance.now() - began
    await sleep(pause)
  }
  return { products, first_ms, seconds: (performance.now() - began) / 1000 }
}

function open(token: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${token}`, "accept-encoding": "identity" }
  return new Promise((resolve, reject) =>
    get(`${world().base_url}/gw-ucp/v1/products/feed.json`, { headers }, resolve).on("error", reject)
  )
}

function countIn(text: string): number {
  let count = 0
  for (let at = text.indexOf(MARK); at !== -1; at = text.indexOf(MARK, at + MARK.length)) count++
  return count
}

/** The maximum growth in MB of the store's memory in use while `act` runs. */
async function growthWhile(act: () => Promise<unknown>): Promise<number> {
  const before = await inUse()
  let [most, isDone] = [before, false]
  const acting = act().finally(() => (isDone = true))
  while (!isDone) {
    await sleep(100)
    most = Math.max(most, await inUse())
  }
  await acting
  return (most - before) / 1e6
}

/** The bytes in use after a garbage collection. The free memory that the collector keeps varies by 100 MB. */
async function inUse(): Promise<number> {
  const response = await fetch(`${world().base_url}/bench/memory`)
  const { heapUsed, external } = (await response.json()) as NodeJS.MemoryUsage
  return heapUsed + external
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
