import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { ANA as ACP_ANA } from "../../../integration-tests/support/acp"
import { ANA, basketOf } from "../../../integration-tests/support/buyer"
import { paymentOf } from "../../../integration-tests/support/shopper-app"
import { world } from "../../../integration-tests/support/world"
import { atNoCost, type Basket, drawShipped, drawDigital } from "../goods"
import type { Life, Opened, Opening, Plan } from "../life"
import { withRetries, poll } from "../retry"

/** The status of a checkout as UCP names it, and the address for customer authentication. */
interface CheckoutState {
  readonly status: string
  readonly page?: string | undefined
}

/** A checkout session of either protocol. */
interface Checkout {
  readonly id: string
  read(): Promise<CheckoutState>
  complete(key: string): Promise<unknown>
  cancel(): Promise<unknown>
}

type Begin = (life: Life, basket: Basket) => Promise<Checkout>

const traits = { origin: "checkout", is_manual_capture: false, has_page: true } as const

/** A UCP platform buys an item that is shipped. */
export const ucpCheckout: Opening = {
  name: "UCP checkout",
  weight: 3,
  traits,
  plan: (random, goods) => planOf(drawShipped(random, goods), beginUcp),
}

/** The same in any market, with items without shipping. */
export const ucpDigital: Opening = {
  name: "UCP checkout of digital goods",
  weight: 2,
  traits,
  plan: (random, goods) => planOf(drawDigital(random, goods), beginUcp),
}

/** A UCP platform buys an item that is free of charge. */
export const ucpFree: Opening = {
  name: "UCP checkout at no cost",
  weight: 1,
  traits: { ...traits, has_page: false, is_free: true },
  plan: (random, goods) => planOf(atNoCost(drawShipped(random, goods), goods), beginUcp),
}

/** An ACP agent buys an item that is shipped. */
export const acpCheckout: Opening = {
  name: "ACP checkout",
  weight: 3,
  traits,
  plan: (random, goods) => planOf(drawShipped(random, goods), beginAcp),
}

function planOf(basket: Basket, begin: Begin): Plan {
  const { amount, currency } = basket
  return { amount, currency, open: (life) => openCheckout(life, basket, begin) }
}

const GIVES_UP_AFTER_MS = 120_000
const PAUSE_MS = 400

async function openCheckout(life: Life, basket: Basket, begin: Begin): Promise<Opened | undefined> {
  const { amount, currency } = basket
  const checkout = await withRetries(() => begin(life, basket))
  life.known_as.push(checkout.id)
  const state = await completeCheckout(checkout)
  if (!state) return undefined
  const { id: payment_id, order_id } = await paymentOf(checkout.id)
  return {
    payment_id,
    page: state.page,
    amount,
    currency,
    order: async () => order_id || undefined,
    return_url: `${world().base_url}/gw-bank/v1/return/${payment_id}`,
    cancelCheckout: () => checkout.cancel(),
    settledOrder: (seconds) =>
      poll(async () => {
        const { status } = await checkout.read()
        return status === "completed" ? (await paymentOf(checkout.id)).order_id : undefined
      }, seconds),
  }
}

/** Completes the checkout until it requires customer authentication or is completed. Each attempt has a new key. */
async function completeCheckout(checkout: Checkout): Promise<CheckoutState | undefined> {
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

const beginUcp: Begin = async ({ buyer }, { market, lines, codes, is_shipped }) => {
  const discounts = { codes }
  const context = { address_country: market.country_code.toUpperCase() }
  const body = { ...basketOf(lines), buyer: ANA, context, discounts }
  const { id } = is_shipped
    ? await buyer.ready(lines, { discounts })
    : await buyer.checkout(buyer.send(buyer.checkouts, { body }), 201)
  return {
    id,
    read: async () => {
      const { status, continue_url } = await buyer.read(id)
      return { status, page: status === "requires_escalation" ? continue_url : undefined }
    },
    complete: (key) => buyer.complete(id, { "idempotency-key": key }),
    cancel: () => buyer.cancel(id),
  }
}

/** UCP's names for statuses that ACP names differently. */
const UCP_STATUSES: Record<string, string> = { ready_for_payment: "ready_for_complete" }

const beginAcp: Begin = async ({ acp }, { lines, codes }) => {
  const { id } = await acp.ready(lines, { buyer: ACP_ANA, discounts: { codes } })
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
