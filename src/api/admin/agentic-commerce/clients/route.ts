import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { oauthOf, pageOf } from "../modules"
import type { ListClients } from "../validators"
import { viewsOf } from "./client-view"

/** The registered clients, newest first. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const query = req.validatedQuery as ListClients
  const { rows, next_cursor } = pageOf(await oauthOf(req).managed.list(query))
  res.json({ clients: await viewsOf(req, rows), limit: query.limit, next_cursor })
}
