import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { alertsOf, found, notAllowed, staffOf } from "../../../modules"
import { viewOf } from "../../alert-view"

/** Undoes an acknowledgment: the alert is open again. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const alert = found(await alertsOf(req).reopen(String(req.params.id), staffOf(req)), "alert")
  if (alert.resolved_at)
    throw notAllowed("The alert is already resolved, so it cannot be changed. Reload the list of alerts.")
  res.json({ alert: viewOf(alert) })
}
