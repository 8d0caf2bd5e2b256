import { problem } from "../../domain/errors"
import { pageOf } from "../../domain/payment-pages"
import type { Credential } from "../../domain/payment-pages/credential"
import { type ConfiguredRoute, providersOf, routeFor } from "../../domain/payment-route"
import type { BankCapabilities } from "../../drivers/driver"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { paidIn, type SavedCard, type SessionNow } from "../../queries/checkout/sessions"
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
  session: Pick<SessionNow, "region_id" | "providers" | "quote">,
  { container }: Pick<SessionCaller, "container">
) {
  return container.resolve<BankService>(BANK_MODULE).accounts.nameFor(paidIn(session))
}

/** The payment route of a checkout. Undefined if there is none for its currency and region. */
function routeOf(session: SessionNow, { container }: Pick<SessionCaller, "container">) {
  return routeFor(container.resolve<BankService>(BANK_MODULE).options.payment_routes, paidIn(session))
}

/** The bank account to which a route leads, if its bank saves cards. */
function savingAccount(
  route: ConfiguredRoute | undefined,
  session: SessionNow,
  caller: Pick<SessionCaller, "container">
): string | undefined {
  if (route?.route !== "bank") return undefined
  const account = accountOf(session, caller)
  return savesCardsAt(account, caller) ? account : undefined
}

/** The same as `savesCardsAt` for the bank account of a checkout: false if its payment route does not lead to a bank. */
export const savesCardsFor = (session: SessionNow, caller: Pick<SessionCaller, "container">): boolean =>
  savingAccount(routeOf(session, caller), session, caller) !== undefined

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
  const route = routeOf(session, caller)
  const account = savingAccount(route, session, caller)
  return session.cards.filter(({ provider_id, bank_account }) =>
    provider_id ? route?.route === "page" && route.provider === provider_id : bank_account === account
  )
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
