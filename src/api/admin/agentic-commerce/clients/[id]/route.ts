import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { found, oauthOf, staffOf } from "../../modules"
import type { UpdateClient } from "../../validators"
import { viewOf } from "../client-view"

/** One client. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const client = found(await oauthOf(req).managed.find(String(req.params.id)), "client")
  res.json({ client: await viewOf(req, client) })
}

/** Gives a client rules of its own, or back to the surface's, and a wider or narrower view; effective on its next call. */
export async function POST(
  req: AuthenticatedMedusaRequest<UpdateClient>,
  res: MedusaResponse
): Promise<void> {
  const { managed } = oauthOf(req)
  const client = found(await managed.change(String(req.params.id), req.validatedBody, staffOf(req)), "client")
  res.json({ client: await viewOf(req, client) })
}
