import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { pageOf, policyOf } from "../modules"
import type { ListAudit } from "../validators"

/** The audit log, by default the newest entry first: consents, refusals, revocations, changes of settings, rejected calls. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const query = req.validatedQuery as ListAudit
  const { rows: entries, next_cursor } = pageOf(await policyOf(req).audit.list(query))
  res.json({ entries, limit: query.limit, next_cursor })
}
