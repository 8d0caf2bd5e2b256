import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { BANK_MODULE } from "../../../../../modules/bank"
import type BankService from "../../../../../modules/bank/service"
import { viewOf } from "../payment-view"

/** One payment with what it owed to the store, what the bank was asked for and what the bank has told. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { payments, overview } = req.scope.resolve<BankService>(BANK_MODULE)
  const payment = await payments.find({ id: String(req.params.id) })
  if (!payment) throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such payment.")
  res.json({ payment: { ...viewOf(payment), ...(await overview.trace(payment)) } })
}
