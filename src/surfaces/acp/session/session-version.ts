import { VERSION, type Version } from "../acp-versions"

/** The members of a session that another version has in another form. */
interface VersionedSession {
  readonly capabilities: { readonly payment: { readonly handlers: readonly object[] } }
  readonly messages: readonly object[]
  readonly fulfillment_details?: object
  readonly order?: object
}

/**
 * A session of the newest version, as a version has it. Objects of ACP are closed, so members that 2026-01-30 does not
 * define are left out: the `resolution` of a message, the display of a payment handler, the company of an address, and of
 * an order everything but its identification and its status (ACP 2026-01-30: schema.agentic_checkout.json).
 */
export function sessionIn<Session extends VersionedSession>(version: Version, session: Session): object {
  if (version === VERSION) return session
  const { capabilities, messages, fulfillment_details, order } = session
  const handlers = capabilities.payment.handlers.map((one) => without(one, "display_name", "display_order"))
  return {
    ...session,
    protocol: { version },
    capabilities: { ...capabilities, payment: { handlers } },
    messages: messages.map((message) => without(message, "resolution")),
    ...(fulfillment_details && { fulfillment_details: detailsOf(fulfillment_details) }),
    ...(order && { order: orderOf(order) }),
  }
}

function detailsOf(details: { readonly address?: object }): object {
  const { address } = details
  return { ...details, ...(address && { address: without(address, "company") }) }
}

/** The statuses of an order in 2026-01-30. It has none for a canceled order. */
const STATUSES: Readonly<Record<string, string>> = {
  confirmed: "confirmed",
  processing: "processing",
  shipped: "shipped",
  completed: "delivered",
}

interface VersionedOrder {
  readonly id?: string
  readonly checkout_session_id?: string
  readonly order_number?: string
  readonly permalink_url?: string
  readonly status?: string
}

function orderOf({ id, checkout_session_id, order_number, permalink_url, status }: VersionedOrder): object {
  const known = status && STATUSES[status]
  return { id, checkout_session_id, order_number, permalink_url, ...(known && { status: known }) }
}

function without(value: object, ...names: readonly string[]): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
}
