import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import { setCookie } from "../../gateway/cookie"
import { settingOf } from "../../gateway/customer-pages/customer-page"
import { operation } from "../../gateway/operation"
import { redirect, reply } from "../../gateway/reply"
import { PathId } from "../../gateway/schemas"
import { logOf } from "../../lib/log"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import { pageAddress, pageReturnAddress } from "../../modules/bank/return-address"
import type BankService from "../../modules/bank/service"
import { continueAtProvider, type ProviderAddress } from "../../workflows/page/continue-at-provider"
import { checkPagePayment } from "../../workflows/page/check-page-payment"
import { refreshPaymentOnReturn } from "../../workflows/payment/refresh-on-return"
import { RETURN_COOKIE, RETURN_SECONDS } from "./page-return"
import { forwardPage } from "./redirect-page"
import { renderPayment } from "./render-payment"

const PaymentKey = z.object({ paymentId: PathId })

/**
 * The page on which a customer pays through another provider than the bank. Once the payment has an outcome, it
 * shows that. It contains the provider's secret of this payment, so only the payment's id leads to it. Throws
 * `payment_not_found`.
 */
export const payOnPage = operation({
  access: "discovery",
  input: PaymentKey,
  async run({ paymentId }, call) {
    const payment = await pagePaymentOf(call.container, paymentId)
    return renderPayment(await refreshPaymentOnReturn(call.container, payment), call)
  },
})

/**
 * Takes the customer to the provider's own page, where they make the payment, also after one that was not made. The cookie
 * lets the store find the payment when they return. If the payment cannot be made any more, redirects to its page, which then
 * shows the outcome. Throws `payment_not_found`, and `bank_unavailable` if the provider fails.
 */
export const payAtProvider = operation({
  access: "discovery",
  input: PaymentKey,
  async run({ paymentId }, call) {
    const payment = await pagePaymentOf(call.container, paymentId)
    const address = await addressAtProvider(call.container, payment)
    if (!address) return redirect(pageAddress(call.base_url, payment.id))
    const { status, headers, body } = forwardPage(address, await settingOf(call))
    const url = pageReturnAddress(call.base_url)
    const cookie = setCookie({ name: RETURN_COOKIE, value: payment.id, url, seconds: RETURN_SECONDS })
    return reply(status, { ...headers, "Set-Cookie": cookie }, body)
  },
})

/** Records what the customer has paid, if they cannot continue at the provider. */
async function addressAtProvider(
  container: MedusaContainer,
  payment: Payment
): Promise<ProviderAddress | undefined> {
  try {
    const address = await continueAtProvider(container, payment)
    if (!address) await checkPagePayment(container, payment)
    return address
  } catch (error) {
    logOf(container).warn(`${payment.id} does not continue at its provider: ${(error as Error).message}`)
    throw problem("bank_unavailable", { payment_id: payment.id })
  }
}

async function pagePaymentOf(container: MedusaContainer, id: string): Promise<Payment> {
  const payment = await container.resolve<BankService>(BANK_MODULE).payments.find({ id })
  if (payment?.route !== "page") throw problem("payment_not_found")
  return payment
}
