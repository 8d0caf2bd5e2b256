import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { ANA as ACP_ANA } from "../../../integration-tests/support/acp"
import { ANA, basketOf } from "../../../integration-tests/support/buyer"
import { paymentOf } from "../../../integration-tests/support/shopper-app"
import { world } from "../../../integration-tests/support/world"
import { atNoCost, type Basket, drawDelivered, drawDigital } from "../goods"
import type { Life, Opened, Opening, Plan } from "../life"
import { patiently, watch } from "../patience"

/** How a checkout stands, in the words of UCP. */
interface Standing {
  readonly status: string
  readonly page?: string | undefined
}

/** A checkout session, whichever protocol it is of. */
interface Checkout {
  readonly id: string
  read(): Promise<Standing>
  complete(key: string): Promise<unknown>
  cancel(): Promise<unknown>
}

type Begin = (life: Life, basket: Basket) => Promise<Checkout>

const traits = { origin: "checkout", is_reserved: false, has_page: true } as const

/** A UCP platform buys something that is delivered. */
export const ucpCheckout: Opening = {
  name: "UCP checkout",
  weight: 3,
  traits,
  plan: (random, goods) => planOf(drawDelivered(random, goods), beginUcp),
}

/** The same in any market, of goods that are not delivered. */
export const ucpDigital: Opening = {
  name: "UCP checkout of digital goods",
  weight: 2,
  traits,
  plan: (random, goods) => planOf(drawDigital(random, goods), beginUcp),
}

/** A UCP platform gets something for nothing. */
export const ucpFree: Opening = {
  name: "UCP checkout at no cost",
  weight: 1,
  traits: { ...traits, has_page: false, is_free: true },
  plan: (random, goods) => planOf(atNoCost(drawDelivered(random, goods), goods), beginUcp),
}

/** An ACP agent buys something that is delivered. */
export const acpCheckout: Opening = {
  name: "ACP checkout",
  weight: 3,
  traits,
  plan: (random, goods) => planOf(drawDelivered(random, goods), beginAcp),
}

function planOf(basket: Basket, begin: Begin): Plan {
  const { amount, currency } = basket
  return { amount, currency, open: (life) => openCheckout(life, basket, begin) }
}

const GIVES_UP_AFTER_MS = 120_000
const PAUSE_MS = 400

async function openCheckout(life: Life, basket: Basket, begin: Begin): Promise<Opened | undefined> {
  const { amount, currency } = basket
  const checkout = await patiently(() => begin(life, basket))
  life.known_as.push(checkout.id)
  const standing = await begun(checkout)
  if (!standing) return undefined
  const { id: payment_id, order_id } = await paymentOf(checkout.id)
  return {
    ...{ payment_id, page: standing.page, amount, currency },
    order: async () => order_id || undefined,
    return_url: `${world().base_url}/gw-bank/v1/return/${payment_id}`,
    cancelCheckout: () => checkout.cancel(),
    settledOrder: (seconds) =>
      watch(async () => {
        const { status } = await checkout.read()
        return status === "completed" ? (await paymentOf(checkout.id)).order_id : undefined
      }, seconds),
  }
}

/** Completes the checkout until the buyer is asked to pay, or nothing is to be paid; each attempt has a key of its own. */
async function begun(checkout: Checkout): Promise<Standing | undefined> {
  const deadline = Date.now() + GIVES_UP_AFTER_MS
  while (Date.now() < deadline) {
    const standing = await patiently(() => checkout.read())
    if (standing.status === "completed" || standing.page) return standing
    if (standing.status === "canceled") return undefined
    // What has become of an attempt without an answer, the checkout says.
    if (standing.status === "ready_for_complete") await checkout.complete(randomUUID()).catch(() => undefined)
    await sleep(PAUSE_MS)
  }
  return undefined
}

const beginUcp: Begin = async ({ buyer }, { market, lines, codes, is_delivered }) => {
  const discounts = { codes }
  const context = { address_country: market.country_code.toUpperCase() }
  const body = { ...basketOf(lines), buyer: ANA, context, discounts }
  const { id } = is_delivered
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

/** ACP's words for what UCP says otherwise. */
const IN_UCP: Record<string, string> = { ready_for_payment: "ready_for_complete" }

const beginAcp: Begin = async ({ acp }, { lines, codes }) => {
  const { id } = await acp.ready(lines, { buyer: ACP_ANA, discounts: { codes } })
  return {
    id,
    read: async () => {
      const { status, continue_url } = await acp.read(id)
      const page = status === "requires_escalation" ? continue_url : undefined
      return { status: IN_UCP[status] ?? status, page }
    },
    complete: (key) => acp.complete(id, {}, { "idempotency-key": key }),
    cancel: () => acp.cancel(id),
  }
}
