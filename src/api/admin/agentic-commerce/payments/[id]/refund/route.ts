import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { move } from "../../staff-movement"
import type { Movement } from "../../validators"

/** Refunds a captured amount at the bank and on the order: all that is left, or `amount` of it, in minor units. */
export async function POST(req: AuthenticatedMedusaRequest<Movement>, res: MedusaResponse): Promise<void> {
  await move("refund", req, res)
}
