import { digest } from "../domain/secrets"
import { endedUnpaid, isOpen } from "../domain/settlement"
import type { AgentOrder } from "../queries/order/agent-orders"
import type { WebhookEvent } from "../modules/webhook/models/event"
import { capabilitiesIn } from "../surfaces/ucp/capabilities"
import { envelopeBy } from "../surfaces/ucp/negotiation/agreement"
import { DEFAULT_VERSION, isServed } from "../surfaces/ucp/ucp-versions"

/** An order, and its views as they are sent, without the envelope. ACP's is made only for a webhook that sends it. */
export interface OrderViews {
  readonly order: AgentOrder
  /** UCP's order. */
  readonly view: object
  /** ACP's order. */
  acpView(): object
}

/** UCP's order with its envelope, as `GET /orders/{id}` returns it in a version. */
export function orderEntity({ view }: OrderViews, version: string | null): object {
  const served = version && isServed(version) ? version : DEFAULT_VERSION
  const agreement = { version: served, capabilities: capabilitiesIn(served) }
  return { ucp: envelopeBy(agreement, "dev.ucp.shopping.order"), ...view }
}

/** ACP's event, with the whole order (ACP: Webhooks). It has two types only. */
export const acpEventOf = ({ type }: WebhookEvent, { acpView }: OrderViews): object => ({
  type: type === "order.created" ? "order_create" : "order_update",
  data: acpView(),
})

/** The body of an event in the format of Standard Webhooks. */
export function envelopeOf(event: WebhookEvent, views: OrderViews | undefined): object {
  const { type, id, sequence, occurred_at, session_id, data } = event
  return {
    type,
    timestamp: occurred_at.toISOString(),
    id,
    sequence,
    data: { ...(views ? orderFacts(views) : session_id && { checkout_id: session_id }), ...data },
  }
}

function orderFacts(views: OrderViews): object {
  const { number, id, quote, captured_amount, refunded_amount } = views.order
  return {
    order_id: number,
    checkout_id: id,
    status: statusOf(views),
    captured_amount,
    refunded_amount,
    currency: quote.currency,
    order: orderEntity(views, null),
  }
}

function statusOf({ order }: OrderViews): string {
  const { captured_amount, refunded_amount, payment_status, is_canceled } = order
  if (refunded_amount > 0) return refunded_amount < captured_amount ? "partially_refunded" : "refunded"
  if (is_canceled) return "canceled"
  if (captured_amount > 0) return "captured"
  if (payment_status === "voided" || payment_status === "nothing_due") return payment_status
  if (endedUnpaid(payment_status)) return "unpaid"
  return isOpen(payment_status) ? "pending" : "authorized"
}

/** Equal for two states of an order that differ only in the order of members and list entries. */
export function fingerprintOf({ view, order }: Pick<OrderViews, "view" | "order">): string {
  const { captured_amount, refunded_amount, payment_status, is_canceled } = order
  return digest(canonical([view, captured_amount, refunded_amount, payment_status, is_canceled]))
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).sort().join()}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null"
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).sort()}}`
}
