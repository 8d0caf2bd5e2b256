import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import { BANK_MODULE } from "../../modules/bank"
import { isReturnAddress } from "../../modules/bank/return-address"
import type BankService from "../../modules/bank/service"
import { agentPaymentPage } from "../../gateway/customer-pages/payment-page"
import { operation } from "../../gateway/operation"
import { redirect } from "../../gateway/reply"
import { PathId } from "../../gateway/schemas"
import { refreshPaymentOnReturn } from "../../workflows/payment/refresh-on-return"

/** The customer's return from the bank: redirects to the storefront's or agent's page, or shows the outcome here. */
export const customerReturn = operation({
  access: "discovery",
  input: z.object({ paymentId: PathId }),
  async run({ paymentId }, call) {
    const payment = await call.container.resolve<BankService>(BANK_MODULE).payments.find({ id: paymentId })
    // Payments of A2A tasks have their own return page.
    if (!payment || !isReturnAddress(payment.return_url, paymentId)) throw problem("payment_not_found")
    const settled = await refreshPaymentOnReturn(call.container, payment)
    return settled.continue_url ? redirect(settled.continue_url) : agentPaymentPage(settled, call)
  },
})
