import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { ANA as ACP_ANA } from "../../integration-tests/support/acp"
import {
  ANA,
  basketOf,
  type Buyer,
  CARD,
  type Checkout as UcpCheckout,
} from "../../integration-tests/support/buyer"
import type { Basket } from "./goods"
import type { Purchase } from "./purchase"
import { withRetries } from "./retry"

/** The status of a checkout as UCP names it, and the address for customer authentication. */
export interface CheckoutState {
  readonly status: string
  readonly page?: string | undefined
}

/** The response to a completion. */
interface Answer {
  readonly status: number
  readonly body: unknown
}

/** A checkout session of either protocol. */
export interface Checkout {
  readonly id: string
  read(): Promise<CheckoutState>
  complete(key: string): Promise<Answer>
  cancel(): Promise<unknown>
}

/** Creates a checkout with the items of a basket. */
export type Begin = (purchase: Purchase, basket: Basket) => Promise<Checkout>

const GIVES_UP_AFTER_MS = 120_000
const PAUSE_MS = 400

/** Completes the checkout until it requires customer authentication or is completed. Each attempt has a new key. */
export async function completeCheckout(checkout: Checkout): Promise<CheckoutState | undefined> {
  const deadline = Date.now() + GIVES_UP_AFTER_MS
  while (Date.now() < deadline) {
    const state = await withRetries(() => checkout.read())
    if (state.status === "completed" || state.page) return state
    if (state.status === "canceled") return undefined
    // The result of an attempt without a response is in the checkout.
    if (state.status === "ready_for_complete") await checkout.complete(randomUUID()).catch(() => undefined)
    await sleep(PAUSE_MS)
  }
  return undefined
}

/**
 * Completes the checkout until it requires customer authentication; undefined when the store answers that it repeats a
 * purchase. A completion without a response is repeated with its key, because another key would confirm the purchase.
 */
export async function completeUnlessRepeated(checkout: Checkout): Promise<CheckoutState | undefined> {
  const deadline = Date.now() + GIVES_UP_AFTER_MS
  for (let key = randomUUID(); Date.now() < deadline; await sleep(PAUSE_MS)) {
    const state = await withRetries(() => checkout.read())
    if (state.status === "completed" || state.page) return state
    if (state.status === "canceled") return undefined
    const answer = await checkout.complete(key).catch(() => undefined)
    if (answer && messagesIn(answer).includes("duplicate_purchase")) return undefined
    if (answer?.status === 200) key = randomUUID()
  }
  return undefined
}

function messagesIn({ body }: Answer): (string | undefined)[] {
  const { messages = [] } = (body ?? {}) as { messages?: { code?: string }[] }
  return messages.map(({ code }) => code)
}

/** Guests of the run have different e-mail addresses, so that only checkouts begun twice are equal. */
const guestOf = ({ reference }: Purchase) => ({ ...ANA, email: `${reference}@buyers.example` })

/** A UCP platform creates a checkout for a guest. */
export const beginUcp: Begin = (purchase, basket) => beginFor(purchase.buyer, purchase, basket)

/** A UCP platform creates a checkout for a customer. */
export const beginPersonal: Begin = (purchase, basket) => beginFor(purchase.personal, purchase, basket)

async function beginFor(
  platform: Buyer,
  purchase: Purchase,
  { market, lines, codes, is_shipped }: Basket
): Promise<Checkout> {
  const [buyer, discounts] = [guestOf(purchase), { codes }]
  const context = { address_country: market.country_code.toUpperCase() }
  const body = { ...basketOf(lines), buyer, context, discounts }
  const { id, ucp } = is_shipped
    ? await platform.ready(lines, { buyer, discounts })
    : await platform.checkout(platform.send(platform.checkouts, { body }), 201)
  return {
    id,
    read: async () => {
      const { status, continue_url } = await platform.read(id)
      return { status, page: status === "requires_escalation" ? continue_url : undefined }
    },
    complete: (key) => {
      const body = { payment: { instruments: [{ ...CARD, handler_id: handlerOf(ucp) }] } }
      return platform.send(`/checkout-sessions/${id}/complete`, { body, headers: { "idempotency-key": key } })
    },
    cancel: () => platform.cancel(id),
  }
}

/** The payment handler that the store names. */
function handlerOf({ payment_handlers = {} }: UcpCheckout["ucp"]): string {
  const [[handler] = []] = Object.values(payment_handlers)
  return handler?.id ?? CARD.handler_id
}

/** UCP's names for statuses that ACP names differently. */
const UCP_STATUSES: Record<string, string> = { ready_for_payment: "ready_for_complete" }

/** An ACP agent creates a checkout. */
export const beginAcp: Begin = async (purchase, { lines, codes }) => {
  const { acp, reference } = purchase
  const buyer = { ...ACP_ANA, email: `${reference}@buyers.example` }
  const { id } = await acp.ready(lines, { buyer, discounts: { codes } })
  return {
    id,
    read: async () => {
      const { status, continue_url } = await acp.read(id)
      const page = status === "requires_escalation" ? continue_url : undefined
      return { status: UCP_STATUSES[status] ?? status, page }
    },
    complete: (key) => acp.complete(id, {}, { "idempotency-key": key }),
    cancel: () => acp.cancel(id),
  }
}
