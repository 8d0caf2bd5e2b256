import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { sendExport } from "../privacy-responses"
import type { ExportGuest } from "../validators"

/**
 * Exports all data that we store under an email address as one file. The address is in the body, because URLs are
 * logged.
 */
export async function POST(req: AuthenticatedMedusaRequest<ExportGuest>, res: MedusaResponse): Promise<void> {
  await sendExport(req, res, req.validatedBody)
}
