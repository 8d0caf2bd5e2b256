import type { SessionNow } from "../../../queries/checkout/sessions"
import type { Call } from "../../../gateway/call"
import { envelopeOf } from "../negotiation/agreement"
import { changeMessages } from "../session/change-messages"
import { linksOf } from "../session/legal-links"
import { noticeMessage } from "../session/session-messages"
import { buyerView, discountsView, linesView, totalsView } from "../session/session-views"

/** A cart (UCP: Cart). The total is an estimate: a cart has no address, so it includes no shipping cost. */
export function cartView(session: SessionNow, call: Call): object {
  const { id, requested, quote, expires_at } = session
  const ucp = envelopeOf(call, "dev.ucp.shopping.cart")
  const { buyer, attribution } = requested
  const messages = [...quote.notices.map(noticeMessage), ...changeMessages(session)]
  return {
    ucp,
    id,
    currency: quote.currency,
    line_items: linesView(quote.lines),
    ...(Object.keys(buyer).length && { buyer: buyerView(requested, ucp.version, false) }),
    ...("dev.ucp.shopping.discount" in ucp.capabilities && { discounts: discountsView(requested, quote) }),
    totals: totalsView(quote, null),
    ...(messages.length && { messages }),
    ...(Object.keys(attribution).length && { attribution }),
    links: linksOf(call),
    expires_at: expires_at.toISOString(),
  }
}
