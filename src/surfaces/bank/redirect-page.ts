import { customerPage, type Setting } from "../../gateway/customer-pages/customer-page"
import { moneyIn } from "../../gateway/customer-pages/displayed-amount"
import { markup } from "../../gateway/markup"
import type { RawReply } from "../../gateway/reply"
import { pageAddress } from "../../modules/bank/return-address"
import type { ProviderAddress } from "../../workflows/page/continue-at-provider"
import { paymentFacts } from "./payment-facts"
import type { PaymentPageHtml } from "./payment-page-html"

/**
 * The page from which the customer of a payment continues at the provider, or tries again after a payment that was not
 * made. Its form requests the provider's address from the store when the customer submits it.
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
  return customerPage(setting, { outcome, title, content })
}

/**
 * The answer to the form: a page that takes the customer to the provider at once, without a script, and has a link for
 * browsers that do not follow. Not a redirect: browsers apply form-action to each host to which a form leads by redirects, and
 * the provider may redirect to another one.
 */
export function forwardPage({ url, name }: ProviderAddress, setting: Setting): RawReply {
  const { pay } = setting.texts
  const title = pay.continue_at(name)
  const head = markup`\n<meta http-equiv="refresh" content="${`0; url=${url}`}">`
  const content = markup`<p>${pay.note(name)}</p>
<a class="action key" href="${url}">${title}</a>`
  return customerPage(setting, { outcome: "forward", title, head, content })
}
