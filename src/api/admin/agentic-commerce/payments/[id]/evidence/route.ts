import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { disputeEvidence } from "../../../../../../queries/payment/dispute-evidence"
import { found } from "../../../modules"

/** What helps to answer a dispute beyond the payment's timeline: the consent, the mandate of the card and the delivery. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const evidence = found(await disputeEvidence(req.scope, String(req.params.id)), "payment")
  res.json({ evidence })
}
