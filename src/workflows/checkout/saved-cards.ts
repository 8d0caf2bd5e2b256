import { problem } from "../../domain/errors"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import type { SavedCard, SessionNow } from "../../queries/checkout/sessions"
import type { SessionCaller } from "./session-caller"

/** The payment method of a checkout: a saved card, or a card that the buyer enters at the bank and may save. */
export interface PaymentMethod {
  /** The saved card's id; null when the buyer enters a card. */
  readonly token: string | null
  readonly save_card: boolean
  /** The path of the instrument in the request body, for validation errors. */
  readonly path: string
}

/** Whether the store's bank saves cards and charges them without the buyer (MIT). */
export function savesCards({ container }: Pick<SessionCaller, "container">): boolean {
  const { tokenize, mit } = container.resolve<BankService>(BANK_MODULE).capabilities
  return tokenize !== "none" && mit
}

/** The saved cards that a checkout can be paid with. */
export const savedCards = (
  { cards }: SessionNow,
  caller: Pick<SessionCaller, "container">
): readonly SavedCard[] => (savesCards(caller) ? cards : [])

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
