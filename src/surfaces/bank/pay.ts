import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import { type PageName, pageNameOf } from "../../domain/payment-pages"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { settingOf } from "../../gateway/customer-pages/customer-page"
import { paymentPage } from "../../gateway/customer-pages/payment-page"
import { operation } from "../../gateway/operation"
import { PathId } from "../../gateway/schemas"
import { isPayable, providerSessions } from "../../queries/payment/provider-sessions"
import { refreshPaymentOnReturn } from "../../workflows/payment/refresh-on-return"
import type { PaymentPageHtml } from "./payment-page-html"
import { stripePage } from "./stripe-page"

/**
 * The page on which a customer pays through another provider than the bank. Once the payment has an outcome, it
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
    const sessions = await providerSessions(call.container, String(now.order_id))
    // The oldest one: it cannot be paid again if the customer has paid it and Medusa has not recorded that yet.
    const session = sessions.filter((one) => isPayable(one, now)).at(-1)
    const isPaid = sessions.some(({ has_payment }) => has_payment)
    if (now.status !== "requires_action" || !session || isPaid) return paymentPage(now, call)
    const page = pageNameOf(session.provider_id)
    return page ? HTML[page](now, { ...session, options }, await settingOf(call)) : paymentPage(now, call)
  },
})

/** The HTML of every page. */
const HTML: Readonly<Record<PageName, PaymentPageHtml>> = { stripe: stripePage }
