import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { policyOf } from "../modules"
import type { ListAudit } from "../validators"

/** What has happened, newest first: consents, refusals, revocations, changes of settings, refused calls. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const query = req.validatedQuery as ListAudit
  const [entries, count] = await policyOf(req).audit.list(query)
  res.json({ entries, count, offset: query.offset, limit: query.limit })
}
