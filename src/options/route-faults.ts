import { hasStripePage, pageOf } from "../domain/payment-pages"
import { type ConfiguredRoute, MANUAL_PROVIDER_ID, PAYMENT_PROVIDER_ID } from "../domain/payment-route"
import { type Banks, routeAccountFault } from "./accounts"
import type { OptionFault } from "./option-fault"

/** The options on which the payment routes depend. */
interface RouteOptions extends Banks {
  readonly payment_routes: readonly ConfiguredRoute[]
  readonly storefront_url?: string | undefined
  readonly encryption_key?: string | undefined
  readonly stripe_publishable_key?: string | undefined
  readonly google_pay?: object | undefined
  readonly stripe_shared_payment_tokens?: object | undefined
}

/** Why a configured route cannot work. Undefined if it can. */
function obstacleOf(configured: ConfiguredRoute, options: RouteOptions): string | undefined {
  const { route, provider } = configured
  const isBank = provider === PAYMENT_PROVIDER_ID
  if (route === "bank" && !options.bank) return "bank requires the options of a bank"
  if (route === "bank" && !isBank) return `bank requires the provider ${PAYMENT_PROVIDER_ID}`
  if (route === "bank" || configured.bank !== undefined) return routeAccountFault(configured, options)
  if (isBank) return `${PAYMENT_PROVIDER_ID} requires the route bank`
  if (configured.redirect && route !== "page") return "redirect requires the route page"
  if (route === "page") return pageObstacleOf(provider, options)
  if (!options.storefront_url) return "storefront requires storefront_url"
  return options.encryption_key ? undefined : "storefront requires encryption_key"
}

function pageObstacleOf(
  provider: string,
  { stripe_publishable_key, payment_routes }: RouteOptions
): string | undefined {
  const page = pageOf(provider, payment_routes)
  if (!page && provider === MANUAL_PROVIDER_ID) return `page cannot take payments through ${provider}`
  if (!page)
    return `page does not know how customers pay through ${provider}: name the address of its page in redirect, such as { url: "checkout_url", hosts: ["pay.example"] }. Without redirect, it knows Stripe's card provider pp_stripe_stripe, Mollie (pp_mollie…) and PayPal (pp_paypal…)`
  const needsKey = page.view === "stripe" && !stripe_publishable_key
  return needsKey ? "page requires stripe_publishable_key" : undefined
}

/** Why the configured routes cannot work; empty if they can. */
export function routeFaults(options: RouteOptions): OptionFault[] {
  return options.payment_routes.flatMap((route, index) => {
    const message = obstacleOf(route, options)
    return message ? [{ option: `payment_routes.${index}`, message }] : []
  })
}

/** Both kinds of credentials are charged only on the route `page` at Stripe. */
export function credentialFaults(options: RouteOptions): OptionFault[] {
  if (hasStripePage(options.payment_routes)) return []
  const named = (["google_pay", "stripe_shared_payment_tokens"] as const).filter((name) => options[name])
  return named.map((option) => ({ option, message: "requires a payment route page at Stripe" }))
}
