import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { erase } from "../answers"
import type { EraseGuest } from "../validators"

/** Forgets whoever has this e-mail address, wherever we hold it. The money stays. */
export async function POST(req: AuthenticatedMedusaRequest<EraseGuest>, res: MedusaResponse): Promise<void> {
  const { email, reason } = req.validatedBody
  await erase(req, res, { email }, reason)
}
