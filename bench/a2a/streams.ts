import { setTimeout as sleep } from "node:timers/promises"
import { world } from "../../integration-tests/support/world"
import type { Effort, Figure } from "../bench"
import { Readers } from "./readers"
import { seedTasks } from "./seed"

const STREAMS = 2000
const WARM_UP = 50

/**
 * Measures the memory of many open streams in one process, and the delay from a settlement to the end of the stream.
 */
export async function measureStreams(tokens: readonly string[], { quick }: Effort): Promise<Figure[]> {
  const singles = quick ? 100 : 500
  await seedTasks(tokens.length, STREAMS + WARM_UP + singles)
  const readers = await Readers.connect(tokens)
  try {
    // The cost of loading and compiling code belongs to no stream, so the first ones are not measured.
    await readers.open(STREAMS, WARM_UP)
    await readers.settle(readers.tasks)
    const before = await memory()
    await readers.open(0, STREAMS)
    const each = ((await memory()) - before) / STREAMS / 1000
    const one_at_a_time: number[] = []
    for (const task of readers.tasks.slice(0, singles)) one_at_a_time.push(...(await readers.settle([task])))
    await readers.open(STREAMS + WARM_UP, singles)
    const all_at_once = await readers.settle(readers.tasks)
    return [
      { what: "memory_of_a_stream", value: each, unit: "kB", limit: 50 },
      { what: "event_one_at_a_time_p99", value: p99(one_at_a_time), unit: "ms", limit: 50 },
      { what: "event_all_at_once_p99", value: p99(all_at_once), unit: "ms", limit: 1000 },
    ]
  } finally {
    await readers.close()
  }
}

/**
 * The bytes in use in the store's process after a garbage collection. Not the resident set size, which varies by 100
 * MB with the free memory that the collector keeps.
 */
async function memory(): Promise<number> {
  await sleep(1000)
  const response = await fetch(`${world().base_url}/bench/memory`)
  const { heapUsed, external } = (await response.json()) as NodeJS.MemoryUsage
  return heapUsed + external
}

function p99(milliseconds: readonly number[]): number {
  const sorted = [...milliseconds].sort((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0
}
