import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { funnelOf, funnelsByAgent, ofAgents } from "../../../../domain/funnel"
import { agentOf, bankOf, oauthOf, policyOf } from "../modules"
import type { ReadFunnel } from "../validators"

/** The funnel from a search to a paid order, with the reasons for drop-off: in total, and for the busiest agents. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { limit, ...filter } = req.validatedQuery as ReadFunnel
  const { funnel } = agentOf(req)
  const { audit, usages } = policyOf(req)
  const [counted, paid, refused, counted_since, has_calls] = await Promise.all([
    funnel.read(filter),
    bankOf(req).revenue.outcomes(filter),
    audit.refusals(filter),
    funnel.since(),
    usages.hasCalls(),
  ])
  const counts = ofAgents([...counted, ...paid, ...refused])
  const all = funnelsByAgent(counts)
  const agents = all.slice(0, limit)
  const nameOf = await oauthOf(req).managed.names(agents.map(({ client_id }) => client_id))
  res.json({
    funnel: {
      from: filter.from,
      to: filter.to,
      counted_since,
      has_calls,
      total: funnelOf(counts),
      agents: agents.map((agent) => ({ ...agent, client_name: nameOf(agent.client_id) })),
      has_more: all.length > limit,
    },
  })
}
