import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { moveByStaff } from "../../../../workflows/payment/move-by-staff"
import { staffOf } from "../modules"
import { oncePerKey } from "../once-per-key"
import { viewOf } from "./payment-view"
import type { Movement } from "./validators"

/**
 * Captures, voids or refunds a payment, once per `Idempotency-Key`. Responds with 200 and the payment as it is
 * afterwards, 202 while the bank has not executed or not confirmed it, and 400 with the reason when it is not allowed.
 */
export async function move(
  kind: "capture" | "void" | "refund",
  req: AuthenticatedMedusaRequest<Movement>,
  res: MedusaResponse
): Promise<void> {
  const { status, body } = await oncePerKey(req, `payment.${kind}`, async (id) => {
    const movement = { id, payment_id: String(req.params.id), kind, requested_by: staffOf(req) }
    const { payment, is_pending } = await moveByStaff(req.scope, { ...movement, ...req.validatedBody })
    return { status: is_pending ? 202 : 200, body: { payment: viewOf(payment), is_pending } }
  })
  res.status(status).json(body)
}
