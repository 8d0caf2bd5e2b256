import { accountAt, firstRouteFor, type PaidIn } from "../../../domain/bank-account"
import type { ConfiguredRoute } from "../../../domain/payment-route"
import { policyOf } from "../../../gateway/admission"
import type { Call } from "../../../gateway/call"
import { reversedHost } from "../../../gateway/reversed-host"
import { accountsIn, type BankOptions, type GatewayOptions } from "../../../options"
import { sharedTokenHandler } from "./shared-payment-token"

/** The id that `payment_data.handler_id` must have. */
export const HANDLER_ID = "gw_redirect"

/** The same for payment in the storefront. */
export const STOREFRONT_HANDLER_ID = "gw_storefront"

/** The date on which the handler's specification last changed. */
const HANDLER_VERSION = "2026-11-22"

/** What the handlers for a page have in common: nothing is delegated, because the buyer pays on a page. */
const REDIRECT = {
  version: HANDLER_VERSION,
  requires_delegate_payment: false,
  requires_pci_compliance: false,
} as const

/**
 * How a session can be paid (ACP: Payment handlers), by the routes of the store: by card, which the buyer enters only on a page
 * of the store or its bank, with a shared payment token of Stripe, or in the store's own checkout. The handler for a card names
 * the page's provider or the bank account that takes what is `paid`. Empty for a store without a route. As ACP requires of handler names, the names of
 * the store's own are its domain, reversed.
 */
export function paymentHandlers(call: Call, paid: PaidIn): object[] {
  const { options } = policyOf(call)
  const { payment_routes } = options
  const inStorefront = payment_routes.find(({ route }) => route === "storefront")
  const redirect = cardConfig(options, paid)
  const delegated = sharedTokenHandler(call, paid)
  return [
    ...(redirect ? [redirectToPage(redirect, call)] : []),
    ...(delegated ? [delegated] : []),
    ...(inStorefront ? [redirectToStorefront(inStorefront, call)] : []),
  ]
}

/** The configuration of the handler for a card. */
interface CardConfig {
  /** The store's merchant id at the bank of the session; absent if the buyer pays on a page of the store. */
  readonly merchant_id?: string
  readonly psp: string
}

/** The account that takes a payment at a bank. Undefined for a store without a route to a bank. */
function bankFor(options: GatewayOptions, paid: PaidIn): BankOptions | undefined {
  const { payment_routes } = options
  if (payment_routes.every(({ route }) => route !== "bank")) return undefined
  const account = accountAt(payment_routes, paid)
  return accountsIn(options).find(({ name }) => name === account)?.bank
}

/** The page's or the bank's, by the route that comes first for the payment, because they share the handler. */
function cardConfig(options: GatewayOptions, paid: PaidIn): CardConfig | undefined {
  const routes = options.payment_routes.filter(({ route }) => route !== "storefront")
  const first = firstRouteFor(routes, paid)
  const bank = first?.route === "page" ? undefined : bankFor(options, paid)
  if (bank) return { merchant_id: bank.merchant_id, psp: bank.driver }
  const page = first ?? routes[0]
  return page && { psp: page.provider }
}

function redirectToPage(config: CardConfig, { base_url }: Call): object {
  const spec = `${base_url}/gw-acp/v1/handlers/redirect`
  return {
    id: HANDLER_ID,
    name: `${reversedHost(base_url)}.card_redirect`,
    display_name: "Card",
    ...REDIRECT,
    spec,
    config_schema: `${spec}/config.json`,
    instrument_schemas: [`${spec}/instrument.json`],
    psp: config.psp,
    config,
  }
}

/** The instrument is the same as that of the other handler. */
function redirectToStorefront({ provider }: ConfiguredRoute, { base_url }: Call): object {
  const handlers = `${base_url}/gw-acp/v1/handlers`
  const spec = `${handlers}/storefront`
  return {
    id: STOREFRONT_HANDLER_ID,
    name: `${reversedHost(base_url)}.storefront`,
    display_name: "Store checkout",
    ...REDIRECT,
    spec,
    config_schema: `${spec}/config.json`,
    instrument_schemas: [`${handlers}/redirect/instrument.json`],
    psp: provider,
    config: { psp: provider },
  }
}
