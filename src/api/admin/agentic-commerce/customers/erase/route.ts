import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { erase } from "../privacy-responses"
import type { EraseGuest } from "../validators"

/** Erases the personal data that we store under an email address. Payments and amounts stay. */
export async function POST(req: AuthenticatedMedusaRequest<EraseGuest>, res: MedusaResponse): Promise<void> {
  const { email, reason } = req.validatedBody
  await erase(req, res, { email }, reason)
}
