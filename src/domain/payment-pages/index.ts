import { type ConfiguredRoute, MANUAL_PROVIDER_ID, type PaidIn, routeFor } from "../payment-route"
import { mollie } from "./mollie"
import type { KnownPage, PaymentPage, SessionData } from "./payment-page"
import { paypal } from "./paypal"
import { redirectPage, valueAt } from "./redirect"
import { isStripe, stripe } from "./stripe"

/** Every page that the plugin knows, by its name. A new one is a file here and a line. */
export const PAYMENT_PAGES = { stripe, mollie, paypal } as const satisfies Readonly<Record<string, KnownPage>>

/**
 * The page of a provider: the one that a route `page` describes with `redirect`, or one that the plugin knows. Undefined if
 * there is none, and for Medusa's manual provider, which takes no payments.
 */
export function pageOf(provider_id: string, routes: readonly ConfiguredRoute[]): PaymentPage | undefined {
  if (provider_id === MANUAL_PROVIDER_ID) return undefined
  const configured = routes.find(
    ({ provider, route, redirect }) => provider === provider_id && route === "page" && redirect
  )
  return configured ? configuredPage(configured) : knownPage(provider_id)
}

/**
 * Whether a payment provider may have created the payment of a session. At Stripe, a session without an id of Stripe's has no
 * payment that a customer can make: Stripe failed, or the store was killed before Stripe answered, and no customer has the
 * payment's secret.
 */
export const isCreatedAt = (provider_id: string, data: SessionData): boolean =>
  !isStripe(provider_id) || stripe.isCreated(data)

/**
 * Whether the customers of a configured route, one of `routes`, pay on the store's page in Stripe's form: Stripe then charges
 * wallets and tokens as well.
 */
export const isStripePage = (
  { route, provider }: ConfiguredRoute,
  routes: readonly ConfiguredRoute[]
): boolean => route === "page" && pageOf(provider, routes)?.view === "stripe"

/** Whether the customer of a payment pays on such a page; without a payment, whether one of the routes has such a page. */
export function hasStripePage(routes: readonly ConfiguredRoute[], paid?: PaidIn): boolean {
  if (!paid) return routes.some((route) => isStripePage(route, routes))
  const route = routeFor(routes, paid)
  return route !== undefined && isStripePage(route, routes)
}

/** The page of a provider that the plugin knows. */
function knownPage(provider_id: string): PaymentPage | undefined {
  const known: readonly KnownPage[] = Object.values(PAYMENT_PAGES)
  return known.find((page) => page.serves(provider_id))
}

function configuredPage({ redirect }: ConfiguredRoute): PaymentPage | undefined {
  if (!redirect) return undefined
  const { url, hosts, name = hosts[0] ?? "" } = redirect
  return redirectPage({ name, hosts, urlIn: (data) => valueAt(data, url) })
}
