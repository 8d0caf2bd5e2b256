import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { move } from "../../move"
import type { Movement } from "../../validators"

/** Releases reserved money, or ends a payment the shopper has not proved yet. */
export async function POST(req: AuthenticatedMedusaRequest<Movement>, res: MedusaResponse): Promise<void> {
  await move("void", req, res)
}
