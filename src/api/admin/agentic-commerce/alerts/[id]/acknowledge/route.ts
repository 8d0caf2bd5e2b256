import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { alertsOf, found, notAllowed, staffOf } from "../../../modules"
import { viewOf } from "../../alert-view"

/** Marks it as handled by the member of the staff: it is not open any more, and is not told again while it lasts. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const alert = found(await alertsOf(req).acknowledge(String(req.params.id), staffOf(req)), "alert")
  if (!alert.acknowledged_at) throw notAllowed("The alert is over: its condition is gone.")
  res.json({ alert: viewOf(alert) })
}
