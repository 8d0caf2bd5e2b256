import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { move } from "../../staff-movement"
import type { Movement } from "../../validators"

/** Voids an authorization, or ends a payment that the customer has not authenticated yet. */
export async function POST(req: AuthenticatedMedusaRequest<Movement>, res: MedusaResponse): Promise<void> {
  await move("void", req, res)
}
