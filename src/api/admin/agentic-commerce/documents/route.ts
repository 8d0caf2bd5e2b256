import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { documentsOf } from "../../../../checkup/documents"
import { ownStore } from "../checklist/patient"

/** The documents by which agents find what the store offers, with how each address answers now. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ documents: await documentsOf(ownStore(req)) })
}
