import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { alertsOf, notAllowed } from "../modules"
import { viewOf } from "./alert-view"
import type { ListAlerts } from "./validators"

/** What the merchant was told of, the newest first: what is open, or with `status=all` what has ended, too. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const query = req.validatedQuery as ListAlerts
  const page = await alertsOf(req).list(query)
  if (!page) throw notAllowed("The cursor is not one of this list.")
  const { rows, next_cursor } = page
  res.json({ alerts: rows.map(viewOf), limit: query.limit, next_cursor })
}
