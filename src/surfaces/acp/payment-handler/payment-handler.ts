import { DEFAULT_ACCOUNT } from "../../../domain/bank-account"
import { type ConfiguredRoute, type PaidIn, routeFor } from "../../../domain/payment-route"
import { policyOf } from "../../../gateway/admission"
import type { Call } from "../../../gateway/call"
import { reversedHost } from "../../../gateway/reversed-host"
import { accountsIn, type GatewayOptions } from "../../../options"
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
 * How a session can be paid (ACP: Payment handlers), by its payment route: by card, which the buyer enters only on a page of the
 * store or its bank, also with a shared payment token of Stripe where Stripe takes it, or in the store's own checkout. The handler
 * for a card names the page's provider or the bank account that takes what is `paid`. Empty without a route for its currency and
 * region, whose provider the region offers. As ACP requires of handler names, the names of the store's own are its domain,
 * reversed.
 */
export function paymentHandlers(call: Call, paid: PaidIn): object[] {
  const { options } = policyOf(call)
  const route = routeFor(options.payment_routes, paid)
  if (!route) return []
  if (route.route === "storefront") return [redirectToStorefront(route, call)]
  const config = cardConfig(route, options)
  const delegated = sharedTokenHandler(call, paid)
  return [...(config ? [redirectToPage(config, call)] : []), ...(delegated ? [delegated] : [])]
}

/** The configuration of the handler for a card. */
interface CardConfig {
  /** The store's merchant id at the bank of the session; absent if the buyer pays on a page of the store. */
  readonly merchant_id?: string
  readonly psp: string
}

/** That of a route to the store's page or to a bank. Undefined if the store has no account at the bank. */
function cardConfig(
  { route, provider, bank: account = DEFAULT_ACCOUNT }: ConfiguredRoute,
  options: GatewayOptions
): CardConfig | undefined {
  if (route === "page") return { psp: provider }
  const bank = accountsIn(options).find(({ name }) => name === account)?.bank
  return bank && { merchant_id: bank.merchant_id, psp: bank.driver }
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
