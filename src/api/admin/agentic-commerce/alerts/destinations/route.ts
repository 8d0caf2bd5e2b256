import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { destinationStates } from "../../../../../workflows/alert/destinations"

/** Where alerts are sent besides the admin, and what each destination still needs. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ destinations: await destinationStates(req.scope) })
}
