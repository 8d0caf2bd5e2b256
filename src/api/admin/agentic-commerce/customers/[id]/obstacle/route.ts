import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { tellObstacle } from "../../answers"

/** What is in the way of erasing a customer now. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await tellObstacle(req, res, { customer_id: String(req.params.id) })
}
