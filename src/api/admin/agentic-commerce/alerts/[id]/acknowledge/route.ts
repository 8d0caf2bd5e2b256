import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { alertsOf, found, notAllowed, staffOf } from "../../../modules"
import { viewOf } from "../../alert-view"

/**
 * Acknowledges an alert for the member of the staff: it is no longer open, and is not notified again while its
 * condition lasts.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const alert = found(await alertsOf(req).acknowledge(String(req.params.id), staffOf(req)), "alert")
  if (!alert.acknowledged_at)
    throw notAllowed("The alert is already resolved, so it cannot be changed. Reload the list of alerts.")
  res.json({ alert: viewOf(alert) })
}
