import type { SessionNow } from "../../../queries/checkout/sessions"
import type { Call } from "../../../gateway/call"
import { envelopeOf } from "../negotiation/agreement"
import { linksOf } from "../session/legal-links"
import { noticeMessage } from "../session/session-messages"
import { buyerView, discountsView, linesView, totalsView } from "../session/session-views"

/** A cart (UCP: Cart). The total is an estimate: a cart has no address, so it includes no shipping cost. */
export function cartView({ id, requested, quote, expires_at }: SessionNow, call: Call): object {
  const ucp = envelopeOf(call, "dev.ucp.shopping.cart")
  const { buyer, attribution } = requested
  return {
    ucp,
    id,
    currency: quote.currency,
    line_items: linesView(quote.lines),
    ...(Object.keys(buyer).length && { buyer: buyerView(requested, ucp.version, false) }),
    ...("dev.ucp.shopping.discount" in ucp.capabilities && { discounts: discountsView(requested, quote) }),
    totals: totalsView(quote, null),
    ...(quote.notices.length && { messages: quote.notices.map(noticeMessage) }),
    ...(Object.keys(attribution).length && { attribution }),
    links: linksOf(call),
    expires_at: expires_at.toISOString(),
  }
}
