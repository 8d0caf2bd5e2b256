import { type QuoteChange, textOf } from "../../../domain/quote-change"
import type { SessionNow } from "../../../queries/checkout/sessions"
import { checkoutStatus } from "../../../workflows/checkout/checkout-status"
import type { Message } from "./session-messages"

/** A warning for each thing that the store changed since the client's previous quote, and one for the total. */
export function changeMessages(session: SessionNow): Message[] {
  return (session.quote_changes?.changes ?? []).flatMap((change) => {
    const text = textOf(change)
    if (!text) return []
    const content = change.what === "total" ? text + nextStep(session) : text
    return [{ type: "warning" as const, code: CODES[change.what], content, path: pathOf(change) }]
  })
}

function nextStep(session: SessionNow): string {
  if (session.kind === "cart") return ""
  return checkoutStatus(session) === "ready_for_complete" ? NOTHING_BEGUN + ACCEPT : NOTHING_BEGUN
}

const NOTHING_BEGUN = " No order was placed and nothing was charged."
const ACCEPT = " To accept the new total, complete the checkout with a new Idempotency-Key."

const CODES: Record<QuoteChange["what"], string> = {
  price: "price_changed",
  quantity: "quantity_changed",
  line_removed: "item_unavailable",
  discount: "discount_changed",
  shipping: "shipping_changed",
  tax: "tax_changed",
  total: "total_changed",
}

function pathOf(change: QuoteChange): string {
  switch (change.what) {
    case "price":
      return `$.line_items[${change.line}].item.price`
    case "quantity":
      return `$.line_items[${change.line}].quantity`
    case "discount":
      return "$.discounts"
    default:
      return "$.totals"
  }
}
