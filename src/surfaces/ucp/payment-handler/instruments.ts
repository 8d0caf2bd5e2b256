import { problem } from "../../../domain/errors"
import type { SavedCard, SessionNow } from "../../../queries/checkout/sessions"
import { type Call, ownerOf } from "../../../gateway/call"
import { savesCards, savedCards, type PaymentMethod } from "../../../workflows/checkout/saved-cards"
import { CARD_TOKEN, type InstrumentBody } from "../session/session-body"
import { GOOGLE_PAY_ID, googlePayCredential, googlePayHandler } from "./google-pay"
import { HANDLER_ID, STOREFRONT_HANDLER_ID } from "./payment-handler"

const HANDLER_IDS: readonly string[] = [HANDLER_ID, STOREFRONT_HANDLER_ID]

/**
 * The payment method of the selected instrument, or of the first. Throws `invalid_params` for another handler, for
 * `save_card` when the bank saves no cards or the caller is a guest, and for a token that is not one of Google Pay.
 */
export function paymentMethodIn(instruments: readonly InstrumentBody[], call: Call): PaymentMethod {
  const instrument = instruments.find(({ selected }) => selected) ?? instruments[0]
  const path = `payment.instruments.${instrument ? instruments.indexOf(instrument) : 0}`
  if (!instrument) return { token: null, save_card: false, path }
  const { handler_id, save_card = false, credential } = instrument
  if (handler_id === GOOGLE_PAY_ID && googlePayHandler(call))
    return { token: null, save_card: false, path, credential: googlePayCredential(instrument, path) }
  if (!HANDLER_IDS.includes(handler_id))
    throw invalidMember(`${path}.handler_id`, `must be ${HANDLER_IDS.join(" or ")}`)
  if (save_card && !savesCards(call))
    throw invalidMember(`${path}.save_card`, "must be false: the store's bank does not save cards")
  // A guest's e-mail address proves no identity, and a saved card is charged without its holder.
  if (save_card && !ownerOf(call).customer_id)
    throw invalidMember(
      `${path}.save_card`,
      "must be false: cards are saved only for customers of the store, not for guests"
    )
  const token = credential?.type === CARD_TOKEN ? (credential.token ?? null) : null
  return { token, save_card: save_card && !token, path }
}

/**
 * The instruments of a checkout: those the platform has named, and the cards saved for this customer through this
 * platform.
 */
export function instrumentsView(session: SessionNow, call: Call): object[] {
  const { instruments } = session.requested
  const saved = savedCards(session, call).map(instrumentOf)
  const named = instruments.map((one) => ({ ...one, ...saved.find(({ id }) => id === one.id) }))
  return [...named, ...saved.filter(({ id }) => !instruments.some((one) => one.id === id))]
}

function instrumentOf({ id, brand, last4, exp_month, exp_year }: SavedCard) {
  const display = {
    ...(brand && { brand }),
    ...(last4 && { last_digits: last4 }),
    ...(exp_month && exp_year && { expiry_month: exp_month, expiry_year: exp_year }),
  }
  return { id, handler_id: HANDLER_ID, type: "card", display }
}

function invalidMember(path: string, message: string) {
  return problem("invalid_params", { issues: [{ path, message }] })
}
