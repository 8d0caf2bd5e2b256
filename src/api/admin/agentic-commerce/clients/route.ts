import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { oauthOf, pageOf } from "../modules"
import type { ListClients } from "../validators"
import { viewsOf } from "./client-view"

/**
 * The registered clients, by default the newest first. `access=true` leaves out those without access that wait for no approval; the
 * first page then has their number as `hidden`, at most 1000.
 */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const query = req.validatedQuery as ListClients
  const { managed } = oauthOf(req)
  const { rows, next_cursor } = pageOf(await managed.list(query))
  const counts = query.access && !query.cursor
  const hidden = counts ? { hidden: await managed.countWithoutAccess(query) } : {}
  res.json({ clients: await viewsOf(req, rows), limit: query.limit, next_cursor, ...hidden })
}
