import { ask, type Measured, type Target } from "../load"

/** How long answers take that nobody else waits for, in milliseconds. */
export interface Latency {
  readonly p50: number
  readonly p99: number
}

/** Asks for every path of a target in turn, so many times in all, one after the other. */
export async function oneAtATime({ url, paths = [], ...target }: Target, count: number): Promise<Latency> {
  const took: number[] = []
  for (let n = 0; n < count; n++) {
    const begun = performance.now()
    await ask({ ...target, url: `${url}${paths[n % paths.length]}` })
    took.push(performance.now() - begun)
  }
  return { p50: quantile(took, 0.5), p99: quantile(took, 0.99) }
}

/** How many answers as quick as the middle one fit into a second. */
export const rateOf = ({ p50, p99 }: Latency): Measured => ({ rate: 1000 / p50, p99 })

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * part) - 1] ?? 0
}
