import type { Bank } from "./bank"
import { readCard } from "./card-form"
import type { TypedCard } from "./cards"
import { BankError } from "./errors"
import { object, oneOf, optional, required, text } from "./fields"
import type { Visit } from "./records"
import { json, parseJson, type Reply } from "./reply"
import { finishChallenge, leave, returnUrl, statusOf, submitCard } from "./sca"

const readOrder = object({
  card: optional(text(30)),
  action: required(oneOf("approve", "decline", "cancel", "timeout")),
  expiry: optional(text(10)),
  cvv: optional(text(4)),
})

/**
 * `POST /sca/{session}/auto {card, action, expiry?, cvv?}`: acts as the customer on the page, for scripts. Returns
 * `{status, redirect_url}`. A card without a challenge decides the outcome, whatever the action.
 */
export function autoComplete(
  bank: Bank,
  visit: Visit | undefined,
  raw: Buffer,
  contentType: string | undefined
): Reply {
  if (!visit) throw new BankError("not_found", "There is no payment at this address.")
  if (visit.session.stage === "closed")
    throw new BankError("invalid_request", "This payment page was used before or has expired.", {
      status: 410,
    })
  // A form on another site cannot send this content type.
  if (!/^application\/json\b/i.test(contentType ?? ""))
    throw new BankError("invalid_request", "Content-Type must be application/json.", {
      field: "Content-Type",
    })
  const settled = perform(bank, visit, readOrder(parseJson(raw), ""))
  return json(200, { status: statusOf(settled), redirect_url: returnUrl(settled) })
}

/** Approves with the card 4111 1111 1111 1111, or with the card that was already entered. */
export function approveVisit(bank: Bank, visit: Visit): Visit {
  return perform(bank, visit, { card: "4111111111111111", action: "approve", expiry: null, cvv: null })
}

function perform(bank: Bank, visit: Visit, order: ReturnType<typeof readOrder>): Visit {
  if (order.action === "cancel" || order.action === "timeout") return leave(bank, visit, order.action)
  const charged = visit.session.card ? visit : submitCard(bank, visit, cardOf(order, bank.clock.now()))
  const { stage, card } = charged.session
  return stage === "challenge" && card ? finishChallenge(bank, charged, card, order.action) : charged
}

function cardOf({ card, expiry, cvv }: ReturnType<typeof readOrder>, now: Date): TypedCard {
  const fallback = `12/${now.getUTCFullYear() + 3}`
  const read = readCard({ number: card ?? "", expiry: expiry ?? fallback, cvv: cvv ?? "123" })
  if ("card" in read) return read.card
  const [field = "number", message = ""] = Object.entries(read.mistakes)[0] ?? []
  throw new BankError("invalid_request", message, { field: field === "number" ? "card" : field })
}
