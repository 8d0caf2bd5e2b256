import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { tracedPayment } from "../../../../../queries/payment/staff-payment"
import { found } from "../../modules"
import { viewOf } from "../payment-view"

/**
 * One payment with its effects, the calls to the bank and the bank's events. `timeline` contains all of them in
 * chronological order, `movable` the amounts that can be captured, voided or refunded now, and `can_query` says whether
 * the status can be queried.
 */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { payment, ...traced } = found(await tracedPayment(req.scope, String(req.params.id)), "payment")
  res.json({ payment: { ...viewOf(payment), ...traced } })
}
