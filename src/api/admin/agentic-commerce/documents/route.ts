import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { documentsOf } from "../../../../diagnostics/documents"
import { ownStore } from "../checklist/check-context"

/** The discovery documents, with the current status of each URL. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ documents: await documentsOf(ownStore(req)) })
}
