import { type QuoteChange, textOf } from "../../../domain/quote-change"
import type { SessionNow } from "../../../queries/checkout/sessions"
import { type Message, warningMessage } from "./session-messages"
import { statusOf } from "./session-status"

/** A warning for each thing that the store changed since the agent's previous quote, and one for the total. */
export function changeMessages(session: SessionNow): Message[] {
  return (session.quote_changes?.changes ?? []).flatMap((change) => {
    const text = textOf(change)
    if (!text) return []
    const code = change.what === "quantity" ? "limited_availability" : "price_change"
    const content = change.what === "total" ? text + nextStep(session) : text
    return [warningMessage(code, content, paramOf(change))]
  })
}

const nextStep = (session: SessionNow) =>
  statusOf(session) === "ready_for_payment" ? NOTHING_BEGUN + ACCEPT : NOTHING_BEGUN

const NOTHING_BEGUN = " No order was placed and nothing was charged."
const ACCEPT = " To accept the new total, complete the session with a new Idempotency-Key."

function paramOf(change: QuoteChange): string {
  switch (change.what) {
    case "price":
      return `$.line_items[${change.line}].unit_amount`
    case "quantity":
      return `$.line_items[${change.line}].quantity`
    case "discount":
      return "$.discounts"
    case "shipping":
      return "$.selected_fulfillment_options"
    default:
      return "$.totals"
  }
}
