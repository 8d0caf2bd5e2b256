import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { found, oauthOf, staffOf } from "../../../modules"
import type { Revoke } from "../../../validators"
import { viewOf } from "../../client-view"

/** Revokes a client permanently: its next call is rejected, and its open streams end. */
export async function POST(req: AuthenticatedMedusaRequest<Revoke>, res: MedusaResponse): Promise<void> {
  const { managed } = oauthOf(req)
  const { reason } = req.validatedBody
  const client = found(await managed.revoke(String(req.params.id), reason, staffOf(req)), "client")
  res.json({ client: await viewOf(req, client) })
}
