import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { tracedPayment } from "../../../../../surfaces/merchant/payment"
import { found } from "../../modules"
import { viewOf } from "../payment-view"

/**
 * One payment with what it owed to the store, what the bank was asked for and what the bank has told; `timeline` is all
 * of it in the order of time, and `movable` what can be moved now.
 */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { payment, ...traced } = found(await tracedPayment(req.scope, String(req.params.id)), "payment")
  res.json({ payment: { ...viewOf(payment), ...traced } })
}
