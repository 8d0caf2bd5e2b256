import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { sendExport } from "../../privacy-responses"

/** Exports all data that we store of a Medusa customer as one file. A POST, because it adds an audit log entry. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await sendExport(req, res, { customer_id: String(req.params.id) })
}
