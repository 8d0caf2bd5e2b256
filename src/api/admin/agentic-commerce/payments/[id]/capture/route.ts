import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { move } from "../../staff-movement"
import type { Movement } from "../../validators"

/** Captures an authorization at the bank and on the order: all that is left, or `amount` of it, in minor units. */
export async function POST(req: AuthenticatedMedusaRequest<Movement>, res: MedusaResponse): Promise<void> {
  await move("capture", req, res)
}
