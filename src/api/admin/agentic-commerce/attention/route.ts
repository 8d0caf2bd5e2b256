import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { attention } from "../../../../queries/alert/attention"

/** The number of items that wait for the staff, by admin page. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ attention: await attention(req.scope) })
}
