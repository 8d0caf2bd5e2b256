import type { ErrorCode } from "../domain/errors"
import type { Metric } from "../domain/exposition"
import type { SurfaceName } from "./surface"

/** How many calls the gates of a surface have admitted or refused, by reason, in this process since it started. */
const counts = new Map<string, { surface: SurfaceName; outcome: ErrorCode | "admitted"; value: number }>()

/** Counts a call that passed the gates, or the reason why it did not. */
export function countAtGates(surface: SurfaceName, outcome: ErrorCode | "admitted"): void {
  const key = `${surface} ${outcome}`
  const count = counts.get(key) ?? { surface, outcome, value: 0 }
  count.value += 1
  counts.set(key, count)
}

/** The counts as metrics. */
export function gateMetrics(): Metric[] {
  const all = [...counts.values()]
  const admitted = all.filter(({ outcome }) => outcome === "admitted")
  const refused = all.filter(({ outcome }) => outcome !== "admitted")
  return [
    {
      name: "gw_process_gates_admitted_total",
      help: "Calls that have passed the gates, at this process since it began.",
      type: "counter",
      samples: admitted.map(({ surface, value }) => ({ labels: { surface }, value })),
    },
    {
      name: "gw_process_gates_refused_total",
      help: "Calls that the gates have refused, at this process since it began.",
      type: "counter",
      samples: refused.map(({ surface, outcome, value }) => ({
        labels: { surface, reason: outcome },
        value,
      })),
    },
  ]
}
