import type { SessionNow } from "../../../queries/checkout/sessions"
import { handOffUrl } from "../../../workflows/storefront/hand-off-token"
import type { Call } from "../../../gateway/call"
import { capabilitiesView, hasDiscounts } from "../agent-capabilities"
import { orderView } from "../order/order-view"
import { changeMessages } from "../session/change-messages"
import { linksOf } from "../session/legal-links"
import { type Message, messagesOf } from "../session/session-messages"
import { isOpen, statusOf } from "../session/session-status"
import {
  buyerView,
  detailsView,
  discountsView,
  linesView,
  optionsView,
  selectedView,
  totalsView,
} from "../session/session-views"
import { sessionIn } from "../session/session-version"
import { VERSION, versionOf } from "../acp-versions"

/** A session (ACP: CheckoutSession), with the members of the call's version only. `more` are additional messages. */
export async function sessionView(
  session: SessionNow,
  call: Call,
  more: readonly Message[] = []
): Promise<object> {
  const { id, requested, quote, attempt, created_at, expires_at } = session
  const sessionStatus = statusOf(session)
  const isBlocked = sessionStatus === "ready_for_payment" && more.some(({ type }) => type === "error")
  const status = isBlocked ? "not_ready_for_payment" : sessionStatus
  const changes = isOpen(sessionStatus) ? changeMessages(session) : []
  return sessionIn(versionOf(call), {
    id,
    protocol: { version: VERSION },
    capabilities: capabilitiesView(session, call),
    status,
    currency: quote.currency.toLowerCase(),
    ...buyerView(requested),
    line_items: linesView(quote.lines),
    ...detailsView(requested),
    fulfillment_options: optionsView(quote),
    selected_fulfillment_options: selectedView(requested, quote),
    totals: totalsView(quote, requested.delivery.selected_option_id),
    ...(hasDiscounts(requested) && { discounts: discountsView(requested, quote) }),
    messages: [...messagesOf(session, sessionStatus, call), ...changes, ...more],
    links: linksOf(call),
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    ...(requested.metadata && { metadata: requested.metadata }),
    ...(status === "requires_escalation" && {
      continue_url: handOffUrl(session, call.container) ?? attempt?.redirect_url,
    }),
    ...(status === "completed" && attempt && { order: await orderView(session, attempt, call) }),
  })
}
