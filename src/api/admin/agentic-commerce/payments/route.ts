import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { BANK_MODULE } from "../../../../modules/bank"
import type BankService from "../../../../modules/bank/service"
import { viewOf } from "./payment-view"
import type { ListPayments } from "./validators"

/** The payments through the bank, newest first; `review=true` leaves those a person must look at. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { cursor: before, ...filter } = req.validatedQuery as ListPayments
  const { overview } = req.scope.resolve<BankService>(BANK_MODULE)
  const { payments, has_more } = await overview.list({ ...filter, before })
  const next_cursor = has_more ? payments.at(-1)?.id : null
  res.json({ payments: payments.map(viewOf), limit: filter.limit, next_cursor })
}
