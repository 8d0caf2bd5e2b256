import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { periodBefore } from "../../../../domain/period"
import { revenueReport } from "../../../../domain/revenue-report"
import { bankOf, oauthOf, policyOf } from "../modules"
import type { ReadOverview } from "../validators"

/** How many agents are listed in each currency. */
const TOP_AGENTS = 5

/** What agents sold in a period, by currency, day and agent, compared with the period of the same length before. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const period = req.validatedQuery as ReadOverview
  const before = periodBefore(period)
  const { agentRevenue } = bankOf(req)
  const [days, agents, has_calls] = await Promise.all([
    agentRevenue.days({ from: before.from, to: period.to }),
    agentRevenue.topAgents(period, TOP_AGENTS),
    policyOf(req).usages.hasCalls(),
  ])
  const nameOf = await oauthOf(req).managed.names(agents.map(({ client_id }) => client_id))
  const named = agents.map((agent) => ({ ...agent, client_name: nameOf(agent.client_id) }))
  res.json({ overview: { ...period, before, has_calls, ...revenueReport(period, days, named) } })
}
