import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { ANA as ACP_ANA } from "../../../integration-tests/support/acp"
import { ANA, basketOf, type Buyer } from "../../../integration-tests/support/buyer"
import { paymentOf } from "../../../integration-tests/support/shopper-app"
import { reprice } from "../../../integration-tests/support/reprice"
import { world } from "../../../integration-tests/support/world"
import type { Random } from "../../random"
import { atNoCost, type Basket, drawDigital, drawRepriced, drawShipped, type Goods, newGood } from "../goods"
import { majorOf } from "../major"
import type { Purchase, Opened, Opening, Plan } from "../purchase"
import { withRetries, poll } from "../retry"

/** The status of a checkout as UCP names it, and the address for customer authentication. */
interface CheckoutState {
  readonly status: string
  readonly page?: string | undefined
}

/** The response to a completion. */
interface Answer {
  readonly status: number
  readonly body: unknown
}

/** A checkout session of either protocol. */
interface Checkout {
  readonly id: string
  read(): Promise<CheckoutState>
  complete(key: string): Promise<Answer>
  cancel(): Promise<unknown>
}

type Begin = (purchase: Purchase, basket: Basket) => Promise<Checkout>

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

/** A UCP platform buys for a customer. */
export const ucpCustomer: Opening = {
  name: "UCP checkout for a customer",
  weight: 3,
  traits: { ...traits, is_for_customer: true },
  plan: (random, goods) => planOf(drawDigital(random, goods), beginPersonal),
}

/** A UCP platform begins two equal checkouts and completes both at once. Only one is paid. */
export const ucpTwice: Opening = {
  name: "UCP checkout begun twice",
  weight: 2,
  traits,
  plan(random, goods) {
    const basket = drawDigital(random, goods)
    const { amount, currency } = basket
    return { amount, currency, open: (purchase) => openTwice(purchase, basket) }
  },
}

/** The price changes between the quote and the completion. */
export const ucpRepriced: Opening = {
  name: "UCP checkout whose price changes",
  weight: 2,
  traits,
  plan: planRepriced,
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
  return { amount, currency, open: (purchase) => openCheckout(purchase, basket, begin) }
}

/** The product is created for this purchase alone, because its price changes. */
function planRepriced(random: Random, goods: Goods): Plan {
  const { basket, before } = drawRepriced(random, goods)
  const { amount, currency } = basket
  const open = async (purchase: Purchase) => {
    const variant_id = await withRetries(() => newGood(purchase.reference, before))
    const priced = { ...basket, lines: [[variant_id, 1]] as [string, number][] }
    const beginAndReprice: Begin = async () => {
      const checkout = await beginUcp(purchase, priced)
      await withRetries(() => reprice(variant_id, majorOf(amount, currency)))
      return checkout
    }
    return openCheckout(purchase, priced, beginAndReprice)
  }
  return { amount, currency, open }
}

const GIVES_UP_AFTER_MS = 120_000
const PAUSE_MS = 400

async function openCheckout(purchase: Purchase, basket: Basket, begin: Begin): Promise<Opened | undefined> {
  const checkout = await withRetries(() => begin(purchase, basket))
  purchase.known_as.push(checkout.id)
  return openedFrom(checkout, await completeCheckout(checkout), basket)
}

/** Two equal checkouts, completed at once. A completion that is answered as a repeated purchase is not confirmed. */
async function openTwice(purchase: Purchase, basket: Basket): Promise<Opened | undefined> {
  const both = [
    await withRetries(() => beginUcp(purchase, basket)),
    await withRetries(() => beginUcp(purchase, basket)),
  ]
  const ids = both.map(({ id }) => id)
  purchase.known_as.push(...ids)
  purchase.runLog.repeated.push(ids)
  const states = await Promise.all(both.map(completeUnlessRepeated))
  const paid = both.findIndex((_, index) => states[index])
  return both[paid] && openedFrom(both[paid], states[paid], basket)
}

async function openedFrom(
  checkout: Checkout,
  state: CheckoutState | undefined,
  { amount, currency }: Basket
): Promise<Opened | undefined> {
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

/**
 * Completes the checkout until it requires customer authentication; undefined when the store answers that it repeats a
 * purchase. A completion without a response is repeated with its key, because another key would confirm the purchase.
 */
async function completeUnlessRepeated(checkout: Checkout): Promise<CheckoutState | undefined> {
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

const beginUcp: Begin = (purchase, basket) => beginFor(purchase.buyer, purchase, basket)

const beginPersonal: Begin = (purchase, basket) => beginFor(purchase.personal, purchase, basket)

async function beginFor(
  platform: Buyer,
  purchase: Purchase,
  { market, lines, codes, is_shipped }: Basket
): Promise<Checkout> {
  const [buyer, discounts] = [guestOf(purchase), { codes }]
  const context = { address_country: market.country_code.toUpperCase() }
  const body = { ...basketOf(lines), buyer, context, discounts }
  const { id } = is_shipped
    ? await platform.ready(lines, { buyer, discounts })
    : await platform.checkout(platform.send(platform.checkouts, { body }), 201)
  return {
    id,
    read: async () => {
      const { status, continue_url } = await platform.read(id)
      return { status, page: status === "requires_escalation" ? continue_url : undefined }
    },
    complete: (key) => platform.complete(id, { "idempotency-key": key }),
    cancel: () => platform.cancel(id),
  }
}

/** UCP's names for statuses that ACP names differently. */
const UCP_STATUSES: Record<string, string> = { ready_for_payment: "ready_for_complete" }

const beginAcp: Begin = async (purchase, { lines, codes }) => {
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
