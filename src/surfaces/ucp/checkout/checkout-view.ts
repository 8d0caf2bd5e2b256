import { type CheckoutStatus, phaseOf } from "../../../domain/checkout"
import type { SessionNow } from "../../../queries/checkout/sessions"
import { checkoutStatus } from "../../../workflows/checkout/checkout-status"
import { handOffUrl } from "../../../workflows/storefront/hand-off-token"
import type { Call } from "../../../gateway/call"
import { envelopeOf } from "../negotiation/agreement"
import { orderPage } from "../order-page"
import { paymentHandlers } from "../payment-handler/payment-handler"
import { instrumentsView } from "../payment-handler/instruments"
import { changeMessages } from "../session/change-messages"
import { linksOf } from "../session/legal-links"
import {
  type Message,
  approvalMessages,
  attemptMessages,
  handOffMessages,
  missingMessages,
  noticeMessage,
} from "../session/session-messages"
import { buyerView, discountsView, fulfillmentView, linesView, totalsView } from "../session/session-views"
import { challengeOf } from "./authentication-challenge"

/** Messages about missing requirements, requests that the store could not meet, and changes of the quote. */
function basketMessages(session: SessionNow): Message[] {
  return [
    ...session.quote.notices.map(noticeMessage),
    ...changeMessages(session),
    ...missingMessages(session),
  ]
}

/** A checkout (UCP: Checkout). `more` are additional messages. */
export function checkoutView(session: SessionNow, call: Call, more: readonly Message[] = []): object {
  const ucp = envelopeOf(call, "dev.ucp.shopping.checkout")
  const { id, requested, quote, attempt } = session
  const basket = basketMessages(session)
  const currentStatus = checkoutStatus(session)
  const actions = challengeOf(session, currentStatus, ucp, call)
  const status = actions ? "complete_in_progress" : currentStatus
  const has = (extension: string) => `dev.ucp.shopping.${extension}` in ucp.capabilities
  const messages = [
    ...messagesOf(basket, status, session, call),
    ...approvalMessages(session, status, call),
    ...more,
  ]
  return {
    ucp: { ...ucp, payment_handlers: paymentHandlers(session, call) },
    id,
    status,
    currency: quote.currency,
    line_items: linesView(quote.lines),
    buyer: buyerView(requested, ucp.version, has("buyer_consent")),
    ...(has("discount") && { discounts: discountsView(requested, quote) }),
    ...(has("fulfillment") && { fulfillment: fulfillmentView(requested, quote, ucp.version) }),
    totals: totalsView(quote, requested.delivery.selected_option_id),
    payment: { instruments: isOpen(status) ? instrumentsView(session, call) : requested.instruments },
    ...(messages.length && { messages }),
    ...(actions && { actions }),
    ...continueUrl(session, currentStatus, call),
    links: linksOf(call),
    expires_at: session.expires_at.toISOString(),
    ...(status === "completed" && attempt && { order: orderOf(attempt.shop_order_id, call) }),
  }
}

/** Whether a checkout with this status can still be changed. */
const isOpen = (status: CheckoutStatus) => status === "incomplete" || status === "ready_for_complete"

/** The messages about the contents while the checkout can still be changed, and those about the payment. */
function messagesOf(
  basket: readonly Message[],
  status: CheckoutStatus,
  { attempt, hand_off }: SessionNow,
  call: Call
): Message[] {
  const payment = hand_off ? handOffMessages(status) : attemptMessages(attempt, status, call)
  return [...(isOpen(status) ? basket : []), ...payment]
}

function orderOf(shop_order_id: number | null, call: Call): object {
  const id = String(shop_order_id)
  return { id, label: `#${id}`, permalink_url: orderPage(id, call) }
}

/**
 * Where the buyer continues: at the bank while it waits for customer authentication, in the storefront after a hand-off,
 * otherwise on the store's own status page.
 */
function continueUrl(session: SessionNow, status: CheckoutStatus, { base_url, container }: Call): object {
  const { id, attempt } = session
  if (status === "completed" || status === "canceled") return {}
  const storefront = handOffUrl(session, container)
  if (storefront) return { continue_url: storefront }
  const isPending = attempt && phaseOf(attempt) === "pending"
  const bank = isPending && status === "requires_escalation" ? attempt.redirect_url : null
  return { continue_url: bank ?? `${base_url}/gw-ucp/v1/continue/${id}` }
}
