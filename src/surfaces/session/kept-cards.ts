import { problem } from "../../domain/errors"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import type { KeptCard, SessionNow } from "../../queries/sessions"
import type { Call } from "../call"

/** How a checkout shall be paid: with a kept card, or with one that the buyer types in, and that may be kept then. */
export interface Means {
  /** The kept card's id. */
  readonly token: string | null
  readonly save_card: boolean
  /** Where the instrument stands in the body, for whoever has to be told of a mistake in it. */
  readonly path: string
}

/** Whether the store's bank keeps cards, and charges them without the buyer. */
export function keepsCards({ container }: Call): boolean {
  const { tokenize, mit } = container.resolve<BankService>(BANK_MODULE).capabilities
  return tokenize !== "none" && mit
}

/** The cards a checkout can be paid with. */
export const keptCards = ({ cards }: SessionNow, call: Call): readonly KeptCard[] =>
  keepsCards(call) ? cards : []

/** The kept card that is meant. Throws `invalid_params` for one that is not there for this customer, whyever. */
export function keptCard({ token, path }: Means, session: SessionNow, call: Call): KeptCard | null {
  if (!token) return null
  const card = keptCards(session, call).find(({ id }) => id === token)
  if (card) return card
  const message = "must name a card that is kept for this buyer"
  throw problem("invalid_params", { issues: [{ path: `${path}.credential.token`, message }] })
}
