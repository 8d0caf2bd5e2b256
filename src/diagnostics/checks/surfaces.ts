import { type Flavor, FLAVORS, type Switches } from "../../domain/scopes"
import type { Check } from "../check"
import { type CheckResult, ok, problem, warning } from "../check-result"
import type { CheckContext } from "../check-context"

interface Settings extends Switches {
  readonly agents_stopped: boolean
  readonly ucp_sales_channels: readonly string[]
}

/** Which surfaces are enabled, and which sales channels agents see. */
export const surfaces: Check = {
  name: "surfaces",
  async run(context) {
    const [switches] = await context.query<Settings>("select * from gw_setting")
    if (!switches) return [problem("gw_setting has no row", "Run `npx medusa db:migrate`.")]
    const results = [enabledResult(switches)]
    if (switches.agents_stopped)
      results.push(
        warning("all agents are stopped", "Admit them again: admin, Settings, Agentic Commerce.", {
          code: "stopped",
        })
      )
    if (switches.ucp_enabled) results.push(await channelsResult(switches, context))
    return results
  },
}

/** The display names of the surfaces. */
const NAMES: Readonly<Record<Flavor, string>> = { a2a: "A2A", ucp: "UCP", acp: "ACP", app: "App" }

const listed = new Intl.ListFormat("en-GB")

function enabledResult(switches: Switches): CheckResult {
  const on = FLAVORS.filter((flavor) => switches[`${flavor}_enabled`]).map((flavor) => NAMES[flavor])
  const surfaces = on.join(", ")
  if (surfaces) return ok(`${listed.format(on)} on`, { code: "on", data: { surfaces } })
  return warning(
    "all are off",
    "Switch on the surfaces that agents may use: admin, Settings, Agentic Commerce, Channels.",
    {
      code: "off",
    }
  )
}

async function channelsResult(
  { ucp_sales_channels: chosen }: Settings,
  { query }: CheckContext
): Promise<CheckResult> {
  const channels = await query<{ name: string }>(
    `select name from sales_channel where deleted_at is null and not is_disabled and case
       when cardinality($1::text[]) > 0 then id = any ($1)
       else id = (select default_sales_channel_id from store where deleted_at is null limit 1) end`,
    [chosen]
  )
  const expected = chosen.length || 1
  const names = channels.map(({ name }) => name).join(", ")
  if (channels.length === expected)
    return ok(`UCP shows what is sold in ${names}`, { code: "channels", data: { channels: names } })
  return problem(
    `${expected - channels.length} sales channels that UCP should show do not exist, or are disabled`,
    "Choose other ones: admin, Settings, Agentic Commerce, Channels; or give the store a default sales channel.",
    { code: "channels_missing", data: { count: expected - channels.length } }
  )
}
