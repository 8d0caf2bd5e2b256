import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { queryByStaff } from "../../../../../../workflows/payment/query-by-staff"
import { staffOf } from "../../../modules"
import { answerWith } from "../../../problem-answer"
import { viewOf } from "../../payment-view"

/**
 * Queries the bank or the other provider about a payment now, and settles the answer. Returns the payment as it is
 * afterwards, and whether it changed.
 */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const response = queryByStaff(req.scope, String(req.params.id), staffOf(req)).then(
    ({ payment, outcome }) => {
      return { status: 200, body: { payment: viewOf(payment), outcome } }
    }
  )
  await answerWith(res, response)
}
