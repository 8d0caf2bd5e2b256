import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { settingOf } from "../../gateway/customer-pages/customer-page"
import { paymentPage } from "../../gateway/customer-pages/payment-page"
import { operation } from "../../gateway/operation"
import { PathId } from "../../gateway/schemas"
import { pageSession } from "../../queries/payment/page-session"
import { refreshPaymentOnReturn } from "../../workflows/payment/refresh-on-return"
import { stripePage } from "./stripe-page"

/**
 * The page on which a customer pays an amount through another provider than the bank. Once the payment has an outcome, it
 * shows that. It contains the provider's secret of this payment, so only the payment's id leads to it. Throws
 * `payment_not_found`.
 */
export const payOnPage = operation({
  access: "discovery",
  input: z.object({ paymentId: PathId }),
  async run({ paymentId: id }, call) {
    const { payments, options } = call.container.resolve<BankService>(BANK_MODULE)
    const payment = await payments.find({ id })
    if (payment?.route !== "page") throw problem("payment_not_found")
    const now = await refreshPaymentOnReturn(call.container, payment)
    const session = await pageSession(call.container, String(now.order_id))
    const { client_secret } = session?.data ?? {}
    if (now.status !== "requires_action" || typeof client_secret !== "string") return paymentPage(now, call)
    const key = String(options.stripe_publishable_key)
    return stripePage(now, { key, client_secret }, await settingOf(call))
  },
})
