import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { attention } from "../../../../surfaces/merchant/attention"

/** How much waits for the staff, by the page where it is decided. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ attention: await attention(req.scope) })
}
