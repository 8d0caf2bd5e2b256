import { customerPage } from "../../gateway/customer-pages/customer-page"
import { moneyIn } from "../../gateway/customer-pages/displayed-amount"
import { markup } from "../../gateway/markup"
import { pageAddress } from "../../modules/bank/return-address"
import { paymentFacts } from "./payment-facts"
import type { PaymentPageHtml } from "./payment-page-html"

/**
 * The page from which the customer of a payment continues at the provider, or tries again after a payment that was not
 * made. Its form requests the address from us, when the customer submits it.
 */
export const redirectPageHtml: PaymentPageHtml = (payment, { page, options, has_failed }, setting) => {
  const { id, amount, currency } = payment
  const { pay, lang } = setting.texts
  const notice = has_failed ? markup`<p class="fault" role="alert">${pay.not_made}</p>` : undefined
  const button = has_failed ? pay.try_again : pay.continue_at(page.name)
  const content = markup`${notice}${paymentFacts(payment, setting)}
<form method="post" action="${new URL(pageAddress(options.base_url, id)).pathname}">
<button class="key">${button}</button>
</form>
<p class="soft">${pay.note(page.name)}</p>`
  const title = pay.title(moneyIn(lang, amount, currency))
  const outcome = has_failed ? "failed" : "pay"
  // Browsers apply form-action also to the redirect after the form.
  const targets = page.hosts.flatMap((host) => [`https://${host}`, `https://*.${host}`])
  const policy = { "form-action": ["'self'", ...targets].join(" ") }
  return customerPage(setting, { outcome, title, content }, 200, policy)
}
