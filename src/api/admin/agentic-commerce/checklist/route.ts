import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { checklistOf } from "../../../../diagnostics/checklist"
import { ownStore } from "./check-context"

/** The setup checklist with the current state of each item, checked during the request, within seconds. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ items: await checklistOf(ownStore(req)) })
}
