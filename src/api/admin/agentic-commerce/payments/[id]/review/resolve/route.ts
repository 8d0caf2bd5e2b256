import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { tracedPayment } from "../../../../../../../queries/payment/staff-payment"
import { resolveReview } from "../../../../../../../workflows/payment/resolve-review"
import { found, staffOf } from "../../../../modules"
import { answerWith } from "../../../../problem-answer"
import { viewOf } from "../../../payment-view"
import type { ResolveReview } from "../../../validators"

/** Closes the review of a payment. Returns the payment and its timeline as they are afterwards. */
export async function POST(
  req: AuthenticatedMedusaRequest<ResolveReview>,
  res: MedusaResponse
): Promise<void> {
  const id = String(req.params.id)
  const resolution = { ...req.validatedBody, by: staffOf(req) }
  const closed = resolveReview(req.scope, id, resolution).then(async () => {
    const { payment, ...traced } = found(await tracedPayment(req.scope, id), "payment")
    return { status: 200, body: { payment: { ...viewOf(payment), ...traced } } }
  })
  await answerWith(res, closed)
}
