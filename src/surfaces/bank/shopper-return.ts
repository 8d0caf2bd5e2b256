import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import { BANK_MODULE } from "../../modules/bank"
import { isReturnAddress } from "../../modules/bank/return-address"
import type BankService from "../../modules/bank/service"
import { agentPaymentPage } from "../customer-pages/payment-page"
import { operation } from "../operation"
import { redirect } from "../reply"
import { PathId } from "../schemas"
import { askTheBank } from "../shopper-return"

/** The customer's return from the bank: redirects to the storefront's or agent's page, or shows the outcome here. */
export const shopperReturn = operation({
  access: "discovery",
  input: z.object({ paymentId: PathId }),
  async run({ paymentId }, call) {
    const payment = await call.container.resolve<BankService>(BANK_MODULE).payments.find({ id: paymentId })
    // Payments of A2A tasks have their own return page.
    if (!payment || !isReturnAddress(payment.return_url, paymentId)) throw problem("payment_not_found")
    const settled = await askTheBank(call, payment)
    return settled.continue_url ? redirect(settled.continue_url) : agentPaymentPage(settled, call)
  },
})
