import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { found, oauthOf, staffOf } from "../../modules"
import type { UpdateClient } from "../../validators"
import { viewOf } from "../client-view"

/** One client. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const client = found(await oauthOf(req).managed.find(String(req.params.id)), "client")
  res.json({ client: await viewOf(req, client) })
}

/**
 * Changes a client's own access rules and spending limits, or returns it to the surface's rules; also whether it sees
 * the whole store. Effective from its next call.
 */
export async function POST(
  req: AuthenticatedMedusaRequest<UpdateClient>,
  res: MedusaResponse
): Promise<void> {
  const { managed } = oauthOf(req)
  const client = found(await managed.change(String(req.params.id), req.validatedBody, staffOf(req)), "client")
  res.json({ client: await viewOf(req, client) })
}
