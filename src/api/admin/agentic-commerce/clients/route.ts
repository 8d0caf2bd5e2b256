import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { oauthOf } from "../modules"
import type { ListClients } from "../validators"

/** The registered clients, newest first. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const query = req.validatedQuery as ListClients
  const [clients, count] = await oauthOf(req).managed.list(query)
  res.json({ clients, count, offset: query.offset, limit: query.limit })
}
