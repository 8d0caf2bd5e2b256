import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { handOut } from "../answers"
import type { ExportGuest } from "../validators"

/** Everything we hold of whoever has this e-mail address, as one file. In the body, because addresses are logged. */
export async function POST(req: AuthenticatedMedusaRequest<ExportGuest>, res: MedusaResponse): Promise<void> {
  await handOut(req, res, req.validatedBody)
}
