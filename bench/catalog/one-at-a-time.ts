import { fetchBody, type Measured, type Target } from "../load"

/** Response times of requests without concurrency, in milliseconds. */
export interface Latency {
  readonly p50: number
  readonly p99: number
}

/** Sends `count` requests one after another, to all paths of a target in turn. */
export async function oneAtATime({ url, paths = [], ...target }: Target, count: number): Promise<Latency> {
  const took: number[] = []
  for (let n = 0; n < count; n++) {
    const begun = performance.now()
    await fetchBody({ ...target, url: `${url}${paths[n % paths.length]}` })
    took.push(performance.now() - begun)
  }
  return { p50: quantile(took, 0.5), p99: quantile(took, 0.99) }
}

/** The number of median responses that fit into a second. */
export const rateOf = ({ p50, p99 }: Latency): Measured => ({ rate: 1000 / p50, p99 })

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * part) - 1] ?? 0
}
