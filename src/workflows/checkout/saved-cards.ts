import { problem } from "../../domain/errors"
import type { Credential } from "../../domain/payment-pages/credential"
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
function accountOf(
  { region_id, quote: { currency } }: SessionNow,
  { container }: Pick<SessionCaller, "container">
) {
  return container.resolve<BankService>(BANK_MODULE).accounts.nameFor({ region_id, currency })
}

/** The same for the bank that takes the payment of a checkout. */
export const savesCardsFor = (session: SessionNow, caller: Pick<SessionCaller, "container">): boolean =>
  savesCardsAt(accountOf(session, caller), caller)

/** The saved cards that a checkout can be paid with: those that are saved at the bank account that takes its payment. */
export function savedCards(
  session: SessionNow,
  caller: Pick<SessionCaller, "container">
): readonly SavedCard[] {
  const account = accountOf(session, caller)
  return savesCardsAt(account, caller)
    ? session.cards.filter(({ bank_account }) => bank_account === account)
    : []
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
