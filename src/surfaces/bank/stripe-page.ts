import { customerPage } from "../../gateway/customer-pages/customer-page"
import { moneyIn } from "../../gateway/customer-pages/displayed-amount"
import { inlineScript } from "../../gateway/inline-script"
import { markup } from "../../gateway/markup"
import { policySource } from "../../gateway/pages/policy-source"
import { paymentFacts } from "./payment-facts"
import type { PaymentPageHtml } from "./payment-page-html"

/** Stripe requires that its script is loaded from this address. A store in development can name a double's. */
const STRIPE_JS = "https://js.stripe.com/v3/"

/**
 * Browser code: shows Stripe's Payment Element, whose card fields are frames of Stripe. After a decline, the customer can
 * try again on this page; after the payment, Stripe redirects to the return page. If the payment waits for customer
 * authentication, because an agent has paid with a wallet's token, the customer authenticates it first.
 */
const PAY = inlineScript(`{
  const form = document.querySelector("form")
  const [notice, button] = form.querySelectorAll("[role=alert], button")
  const { key, secret, back, unavailable, failed } = form.dataset
  const show = (text) => { notice.hidden = !text; notice.textContent = text ?? "" }
  const start = async () => {
    const stripe = Stripe(key, { locale: document.documentElement.lang })
    const { paymentIntent } = await stripe.retrievePaymentIntent(secret)
    if (paymentIntent?.status === "requires_action") {
      const { error, paymentIntent: now } = await stripe.handleNextAction({ clientSecret: secret })
      if (now?.status === "succeeded") return location.assign(back)
      show(error?.message ?? failed)
    }
    const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "stripe"
    const colorPrimary = getComputedStyle(document.documentElement).getPropertyValue("--link").trim()
    const appearance = { theme, variables: { colorPrimary } }
    const elements = stripe.elements({ clientSecret: secret, appearance })
    const element = elements.create("payment")
    element.on("ready", () => { button.disabled = false })
    element.on("loaderror", () => show(unavailable))
    element.mount("#card")
    form.addEventListener("submit", async (event) => {
      event.preventDefault()
      button.disabled = true
      show()
      const { error } = await stripe.confirmPayment({ elements, confirmParams: { return_url: back } })
      show(error?.message ?? failed)
      button.disabled = false
    })
  }
  if (window.Stripe) start().catch(() => show(unavailable))
  else show(unavailable)
}`)

/** The Content-Security-Policy sources that Stripe.js needs, besides our own script. */
const STRIPE_SOURCES = {
  "script-src": "https://js.stripe.com https://*.js.stripe.com",
  "frame-src": "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
  "connect-src": "https://api.stripe.com",
}

/** The policy with Stripe's sources, or with that of a double alone. */
function policyFor(double: string | undefined): Record<string, string> {
  const source = double && policySource(double)
  const sources = source
    ? { "script-src": source, "frame-src": source, "connect-src": source }
    : STRIPE_SOURCES
  return { ...sources, "script-src": `${PAY.policy["script-src"]} ${sources["script-src"]}` }
}

/** The page on which the customer of a payment pays through Stripe. */
export const stripePage: PaymentPageHtml = (payment, { page, data, options }, setting) => {
  const { amount, currency, return_url } = payment
  const { pay, lang } = setting.texts
  const sum = moneyIn(lang, amount, currency)
  const content = markup`${paymentFacts(payment, setting)}
<form data-key="${options.stripe_publishable_key}" data-secret="${String(data.client_secret)}" data-back="${String(return_url)}"
 data-unavailable="${pay.unavailable}" data-failed="${pay.failed}">
<div id="card"></div>
<p class="fault" role="alert" hidden></p>
<button class="key" disabled>${pay.button(sum)}</button>
</form>
<noscript><p>${pay.needs_script}</p></noscript>
<p class="soft">${pay.note(page.name)}</p>
<script src="${options.stripe_js_url ?? STRIPE_JS}"></script>
${PAY.element}`
  return customerPage(
    setting,
    { outcome: "pay", title: pay.title(sum), content },
    200,
    policyFor(options.stripe_js_url)
  )
}
