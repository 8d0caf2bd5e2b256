import { z } from "@medusajs/framework/zod"
import { EXPOSITION_TYPE, type Metric, exposition, gauge } from "../../domain/exposition"
import { FLAVORS } from "../../domain/scopes"
import type { Settings } from "../../modules/policy/models/settings"
import { storedMetrics } from "../../queries/metrics"
import { policyOf } from "../../gateway/admission"
import type { Call } from "../../gateway/call"
import { gateMetrics } from "../../gateway/gate-counts"
import { operation } from "../../gateway/operation"
import { reply } from "../../gateway/reply"
import { cachedFor } from "./cached-for"

/** The metrics from the database are queried at most once in this time. */
const CACHE_MS = 5_000

const stored = cachedFor(CACHE_MS, async (call: Call) => [
  ...switchMetrics(await policyOf(call).chosenSettings()),
  ...(await storedMetrics(call.container)),
])

/** All metrics in Prometheus text format. Values from the database may be five seconds old. */
export const readMetrics = operation({
  access: "discovery",
  input: z.unknown(),
  async run(_, call) {
    const text = exposition([...(await stored(call)), ...gateMetrics()])
    return reply(200, { "Content-Type": EXPOSITION_TYPE, "Cache-Control": "no-store" }, text)
  },
})

function switchMetrics(settings: Settings): Metric[] {
  const stopped = Number(settings.agents_stopped)
  return [
    gauge("gw_agents_stopped", "Whether the merchant has stopped all agents.", stopped),
    {
      name: "gw_surface_enabled",
      help: "Whether the switch of a surface is on.",
      type: "gauge",
      samples: FLAVORS.map((surface) => ({
        labels: { surface },
        value: Number(settings[`${surface}_enabled`]),
      })),
    },
  ]
}
