import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { alertsOf, pageOf } from "../modules"
import { viewOf } from "./alert-view"
import type { ListAlerts } from "./validators"

/** The alerts, newest first: open, acknowledged, or all. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const query = req.validatedQuery as ListAlerts
  const { rows, next_cursor } = pageOf(await alertsOf(req).list(query))
  res.json({ alerts: rows.map(viewOf), limit: query.limit, next_cursor })
}
