import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { disputeEvidence } from "../../../../../../queries/payment/dispute-evidence"
import { found, policyOf, staffOf } from "../../../modules"

/**
 * What helps to answer a dispute beyond the payment's timeline: the consent, the mandate of the card and the delivery. As
 * it contains personal data, the audit log records who read it.
 */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const id = String(req.params.id)
  const evidence = found(await disputeEvidence(req.scope, id), "payment")
  await policyOf(req).audit.evidenceExported(id, staffOf(req))
  res.json({ evidence })
}
