import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { erase } from "../../privacy-responses"
import type { EraseCustomer } from "../../validators"

/** Erases the personal data that we store of a Medusa customer. Payments and amounts stay. */
export async function POST(
  req: AuthenticatedMedusaRequest<EraseCustomer>,
  res: MedusaResponse
): Promise<void> {
  await erase(req, res, { customer_id: String(req.params.id) }, req.validatedBody.reason)
}
