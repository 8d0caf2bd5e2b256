import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { closeReview } from "../../../../../../../surfaces/merchant/payment-acts"
import { staffOf } from "../../../../modules"
import { answerWith } from "../../../../problem-answer"
import { viewOf } from "../../../payment-view"
import type { ResolveReview } from "../../../validators"

/** Closes the review of a payment. Returns the payment and its timeline as they are afterwards. */
export async function POST(
  req: AuthenticatedMedusaRequest<ResolveReview>,
  res: MedusaResponse
): Promise<void> {
  const resolution = { ...req.validatedBody, by: staffOf(req) }
  const closed = closeReview(req.scope, String(req.params.id), resolution).then(({ payment, ...traced }) => {
    return { status: 200, body: { payment: { ...viewOf(payment), ...traced } } }
  })
  await answerWith(res, closed)
}
