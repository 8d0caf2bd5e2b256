import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { found, notAllowed, oauthOf, staffOf } from "../../../modules"
import { viewOf } from "../../client-view"

/** Approves a pending client. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { managed } = oauthOf(req)
  const id = String(req.params.id)
  const client = await managed.approve(id, staffOf(req))
  if (!client) {
    found(await managed.find(id), "client")
    throw notAllowed("A revoked client cannot be approved again. The client must register again.")
  }
  res.json({ client: await viewOf(req, client) })
}
