import type { SessionNow } from "../../../queries/checkout/sessions"
import { changeMessages } from "../session/change-messages"
import { noticeMessage } from "../session/session-messages"
import { buyerView, linesView, totalsView } from "../session/session-views"

/** A cart (ACP: Cart). Its total is an estimate: a cart has no address, so it includes no shipping cost. */
export function cartView(session: SessionNow): object {
  const { id, requested, quote, expires_at } = session
  const messages = [...quote.notices.map(noticeMessage), ...changeMessages(session)]
  return {
    id,
    line_items: linesView(quote.lines),
    ...buyerView(requested),
    currency: quote.currency.toLowerCase(),
    totals: totalsView(quote, null),
    ...(messages.length && { messages }),
    expires_at: expires_at.toISOString(),
  }
}
