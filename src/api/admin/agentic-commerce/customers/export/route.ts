import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { handOut } from "../answers"
import type { ExportGuest } from "../validators"

/** Everything we hold of whoever has this e-mail address, as one file. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await handOut(req, res, req.validatedQuery as ExportGuest)
}
