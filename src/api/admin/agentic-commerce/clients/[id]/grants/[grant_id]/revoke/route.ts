import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { found, oauthOf, staffOf } from "../../../../../modules"
import type { Revoke } from "../../../../../validators"
import { grantViewsOf } from "../../grant-view"

/** Revokes one consent and all its tokens. */
export async function POST(req: AuthenticatedMedusaRequest<Revoke>, res: MedusaResponse): Promise<void> {
  const which = { id: String(req.params.grant_id), client_id: String(req.params.id) }
  const grant = await oauthOf(req).grants.revoke(which, req.validatedBody.reason, staffOf(req))
  const [view] = await grantViewsOf(req, [found(grant, "consent")])
  res.json({ grant: view })
}
