import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { reconcileFile } from "../../../../queries/payment/reconcile-file"
import { notAllowed, policyOf, staffOf } from "../modules"
import { reconciliationOf } from "./reconciliation"
import type { FileToReconcile } from "./validators"

/**
 * Compares a bank's CSV file with the payments of the plugin and Medusa, and returns the differences. Nothing of the file is
 * stored; the audit log records who compared how many rows of which period, and how many differences were found.
 */
export async function POST(
  req: AuthenticatedMedusaRequest<FileToReconcile>,
  res: MedusaResponse
): Promise<void> {
  const { file, time_zone } = req.validatedBody
  const comparison = await reconcileFile(req.scope, file)
  if (!comparison) throw notAllowed("The file's period has too many payments. Compare a shorter period.")
  await policyOf(req).audit.fileReconciled(file, comparison.differences.length, staffOf(req))
  res.json({ reconciliation: reconciliationOf(file, comparison, time_zone) })
}
