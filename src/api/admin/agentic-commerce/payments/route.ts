import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { listPayments } from "../../../../queries/payment/staff-payments"
import { viewOf } from "./payment-view"
import type { ListPayments } from "./validators"

/** The payments through the bank, by default the newest first; `review=true` selects those that need review. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { cursor: after, ...filter } = req.validatedQuery as ListPayments
  const { payments, has_more } = await listPayments(req.scope, { ...filter, after })
  const next_cursor = has_more ? payments.at(-1)?.payment.id : null
  const views = payments.map(({ payment, ...more }) => ({ ...viewOf(payment), ...more }))
  res.json({ payments: views, limit: filter.limit, next_cursor })
}
