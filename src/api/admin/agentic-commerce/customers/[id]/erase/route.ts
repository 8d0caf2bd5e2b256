import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { erase } from "../../answers"
import type { EraseCustomer } from "../../validators"

/** Forgets who a customer of Medusa's is, wherever we hold it. The money stays. */
export async function POST(
  req: AuthenticatedMedusaRequest<EraseCustomer>,
  res: MedusaResponse
): Promise<void> {
  await erase(req, res, { customer_id: String(req.params.id) }, req.validatedBody.reason)
}
