import { BANK_MODULE } from "../../../modules/bank"
import type BankService from "../../../modules/bank/service"
import { type PaidIn, routeFor, type RouteName, routeNamesIn } from "../../../domain/payment-route"
import type { Call } from "../../../gateway/call"
import { paidIn, type SessionNow } from "../../../queries/checkout/sessions"
import { chargesSavedCards, savesCards, savesCardsFor } from "../../../workflows/checkout/saved-cards"
import { reversedHost } from "../../../gateway/reversed-host"
import { GOOGLE_PAY, GOOGLE_PAY_DOCUMENTS, googlePayHandler } from "./google-pay"

/** The id that an instrument names in `handler_id`. */
export const HANDLER_ID = "gw_card"

/** The date on which the handler's specification last changed. */
const HANDLER_VERSION = "2026-11-30"

/** The id of the handler for payment in the storefront. */
export const STOREFRONT_HANDLER_ID = "gw_storefront"

type Handlers = Record<string, [object]>

/** What can be done with saved cards. */
interface CardConfig {
  readonly saves_cards: boolean
  readonly charges_cards: boolean
}

/**
 * How a checkout can be paid (UCP: Payment handlers), by its payment route: by card, which the buyer enters only on a page of
 * the store or its bank, also with Google Pay where Stripe takes it, or in the store's own checkout. Empty without a route for its
 * currency and region, whose provider the region offers. As UCP requires of handler names, the store's own are its domain,
 * reversed.
 */
export const paymentHandlers = (session: SessionNow, call: Call): Handlers =>
  handlersOf(call, savesCardsFor(session, call), paidIn(session))

/** Those of one payment's route, or of all routes of the store. */
function handlersOf(call: Call, saves_cards: boolean, paid?: PaidIn): Handlers {
  const cards = { saves_cards, charges_cards: chargesSavedCards(call) }
  const { payment_routes } = call.container.resolve<BankService>(BANK_MODULE).options
  const routes = paid ? [routeFor(payment_routes, paid) ?? []].flat() : payment_routes
  const domain = reversedHost(call.base_url)
  const ofRoutes = Object.assign(
    {},
    ...routeNamesIn(routes).map((route) => HANDLERS[route](domain, cards))
  ) as Handlers
  const google_pay = googlePayHandler(call, paid)
  return { ...ofRoutes, ...(google_pay && { [GOOGLE_PAY]: [google_pay] }) }
}

/** The buyer enters the card on a page of the store's bank or of the store. */
const cardRedirect = (domain: string, cards: CardConfig): Handlers => ({
  [`${domain}.card_redirect`]: [
    {
      id: HANDLER_ID,
      version: HANDLER_VERSION,
      available_instruments: [{ type: "card" }],
      config: { flow: "redirect", ...cards },
    },
  ],
})

const HANDLERS: Readonly<Record<RouteName, (domain: string, cards: CardConfig) => Handlers>> = {
  bank: cardRedirect,
  page: cardRedirect,
  storefront: (domain) => ({
    [`${domain}.storefront`]: [
      {
        id: STOREFRONT_HANDLER_ID,
        version: HANDLER_VERSION,
        available_instruments: [{ type: "card" }],
        config: { flow: "redirect", saves_cards: false },
      },
    ],
  }),
}

/** The documents of a handler, by the last part of its name. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  card_redirect: "card-redirect",
  storefront: "storefront",
}

/**
 * The same as a profile declares it, with the URLs of its specification and schema. `saves_cards` is true if one of the
 * store's banks saves cards.
 */
export function declaredHandlers(call: Call): Record<string, object[]> {
  const documentsOf = (name: string) => {
    if (name === GOOGLE_PAY) return GOOGLE_PAY_DOCUMENTS
    const spec = `${call.base_url}/gw-ucp/v1/handlers/${DOCUMENTS[name.split(".").at(-1) ?? ""]}`
    return { spec, schema: `${spec}.json` }
  }
  const handlers = Object.entries(handlersOf(call, savesCards(call)))
  return Object.fromEntries(
    handlers.map(([name, [handler]]) => [name, [{ ...handler, ...documentsOf(name) }]])
  )
}
