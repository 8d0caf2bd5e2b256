import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { showObstacle } from "../../privacy-responses"

/** The obstacle to erasing a customer's data now. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await showObstacle(req, res, { customer_id: String(req.params.id) })
}
