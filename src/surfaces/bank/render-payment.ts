import type { PaymentPage } from "../../domain/payment-pages/payment-page"
import type { Call } from "../../gateway/call"
import { settingOf } from "../../gateway/customer-pages/customer-page"
import { paymentPage } from "../../gateway/customer-pages/payment-page"
import type { RawReply } from "../../gateway/reply"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { isPayable, type ProviderSession, providerSessions } from "../../queries/payment/provider-sessions"
import type { PaymentPageHtml } from "./payment-page-html"
import { redirectPageHtml } from "./redirect-page"
import { stripePage } from "./stripe-page"

/**
 * The page on which the customer makes a payment, or the outcome if it cannot be made any more. With `has_failed` it says that
 * the payment was not made at the provider.
 */
export async function renderPayment(payment: Payment, call: Call, has_failed = false): Promise<RawReply> {
  const { options } = call.container.resolve<BankService>(BANK_MODULE)
  const sessions = await providerSessions(call.container, String(payment.order_id))
  const session = shownOf(sessions.filter((one) => isPayable(one, payment)))
  const isPaid = sessions.some(({ has_payment }) => has_payment)
  if (payment.status !== "requires_action" || !session?.page || isPaid) return paymentPage(payment, call)
  const { page, data } = session
  return HTML[page.view](payment, { page, data, options, has_failed }, await settingOf(call))
}

/**
 * The session that the page shows. The oldest one: it cannot be paid again if the customer has paid it and Medusa has not
 * recorded that yet. At a provider that redirects, the newest one follows those that have ended.
 */
function shownOf(payable: readonly ProviderSession[]): ProviderSession | undefined {
  return payable.find(({ page }) => page?.view === "redirect") ?? payable.at(-1)
}

/** The HTML of every page. */
const HTML: Readonly<Record<PaymentPage["view"], PaymentPageHtml>> = {
  stripe: stripePage,
  redirect: redirectPageHtml,
}
