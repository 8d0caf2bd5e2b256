import { problem } from "../../domain/errors"
import { firstRouteFor } from "../../domain/bank-account"
import { pageOf } from "../../domain/payment-pages"
import type { Credential } from "../../domain/payment-pages/credential"
import { providersOf, routeAt } from "../../domain/payment-route"
import type { BankCapabilities } from "../../drivers/driver"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import type { SavedCard, SessionNow } from "../../queries/checkout/sessions"
import type { SessionCaller } from "./session-caller"

/**
 * The payment method of a checkout: a saved card, a credential, or a card that the buyer enters at the bank and may save, or
 * on the store's page.
 */
export interface PaymentMethod {
  /** The saved card's id; null when the buyer enters a card. */
  readonly token: string | null
  readonly save_card: boolean
  /** What the provider of the store's page charges at once. Absent when the buyer enters a card or one is saved. */
  readonly credential?: Credential
  /** The path of the instrument in the request body, for validation errors. */
  readonly path: string
}

const canSave = ({ tokenize, mit }: BankCapabilities) => tokenize !== "none" && mit

/** Whether one of the store's banks saves cards and charges them without the buyer (MIT). */
export function savesCards({ container }: Pick<SessionCaller, "container">): boolean {
  return container.resolve<BankService>(BANK_MODULE).accounts.capabilities.some(canSave)
}

/** The same for the bank of one account. */
export function savesCardsAt(account: string, { container }: Pick<SessionCaller, "container">): boolean {
  return canSave(container.resolve<BankService>(BANK_MODULE).accounts.capabilitiesOf(account))
}

/** The bank account that takes the payment of a checkout. */
export function accountOf(
  { region_id, quote: { currency } }: SessionNow,
  { container }: Pick<SessionCaller, "container">
) {
  return container.resolve<BankService>(BANK_MODULE).accounts.nameFor({ region_id, currency })
}

/** The same for a checkout: false if another route than one to a bank comes first for its currency and region. */
export function savesCardsFor(session: SessionNow, caller: Pick<SessionCaller, "container">): boolean {
  const { payment_routes } = caller.container.resolve<BankService>(BANK_MODULE).options
  const paid = { region_id: session.region_id, currency: session.quote.currency }
  const { route } = firstRouteFor(payment_routes, paid) ?? { route: "bank" }
  return route === "bank" && savesCardsAt(accountOf(session, caller), caller)
}

/**
 * Whether customers' saved cards are charged without them: cards saved at one of the store's banks, or at the provider of a
 * page of the store.
 */
export const chargesSavedCards = (caller: Pick<SessionCaller, "container">): boolean =>
  savesCards(caller) || chargesProviderCards(caller)

/** The same for the providers of the store's pages alone. */
function chargesProviderCards({ container }: Pick<SessionCaller, "container">): boolean {
  const { payment_routes } = container.resolve<BankService>(BANK_MODULE).options
  return providersOf(payment_routes, "page").some((provider) => pageOf(provider, payment_routes)?.savedCard)
}

/**
 * The saved cards that a checkout can be paid with: those that are saved at the bank account that takes its payment, and those
 * that the customer has saved at the provider of the store's page, for charges in the checkout's currency.
 */
export function savedCards(
  session: SessionNow,
  caller: Pick<SessionCaller, "container">
): readonly SavedCard[] {
  const account = accountOf(session, caller)
  const isAtBank = savesCardsAt(account, caller)
  return session.cards.filter(({ provider_id, bank_account }) =>
    provider_id ? isPageProvider(provider_id, session, caller) : isAtBank && bank_account === account
  )
}

/** Whether the store's page charges cards at a provider for a session in its region and currency. */
function isPageProvider(
  provider: string,
  { region_id, quote: { currency } }: SessionNow,
  { container }: Pick<SessionCaller, "container">
): boolean {
  const { payment_routes } = container.resolve<BankService>(BANK_MODULE).options
  const place = region_id && { region_id, currency, providers: [provider] }
  return Boolean(place && routeAt(payment_routes, place, ["page"]))
}

/** The requested saved card. Throws `invalid_params` when it does not exist or cannot be used for this customer. */
export function savedCard(
  { token, path }: PaymentMethod,
  session: SessionNow,
  caller: Pick<SessionCaller, "container">
): SavedCard | null {
  if (!token) return null
  const card = savedCards(session, caller).find(({ id }) => id === token)
  if (card) return card
  const message = "must name a card that is saved for this buyer"
  throw problem("invalid_params", { issues: [{ path: `${path}.credential.token`, message }] })
}
