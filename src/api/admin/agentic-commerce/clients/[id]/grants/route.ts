import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { found, oauthOf } from "../../../modules"
import type { Page } from "../../../validators"

/** The consents people have given to a client, newest first. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { limit, offset } = req.validatedQuery as Page
  const { managed, grants: consents } = oauthOf(req)
  const { id } = found(await managed.find(String(req.params.id)), "client")
  const [grants, count] = await consents.list(id, limit, offset)
  res.json({ grants, count, offset, limit })
}
