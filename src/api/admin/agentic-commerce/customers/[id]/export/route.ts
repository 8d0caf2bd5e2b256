import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { handOut } from "../../answers"

/** Everything we hold of a customer of Medusa's, as one file. A POST, because the audit is told. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await handOut(req, res, { customer_id: String(req.params.id) })
}
