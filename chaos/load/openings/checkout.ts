import { reprice } from "../../../integration-tests/support/reprice"
import type { Random } from "../../random"
import {
  type Begin,
  beginAcp,
  beginPersonal,
  beginUcp,
  completeCheckout,
  completeUnlessRepeated,
} from "../checkout-session"
import { atNoCost, type Basket, drawDigital, drawRepriced, drawShipped, type Goods, newGood } from "../goods"
import { majorOf } from "../major"
import type { Purchase, Opened, Opening, Plan } from "../purchase"
import { withRetries } from "../retry"

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
    const { amount, currency, has_half } = basket
    return { amount, currency, has_half, open: (purchase) => openTwice(purchase, basket) }
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
  const { amount, currency, has_half } = basket
  const open = (purchase: Purchase) => openCheckout(purchase, basket, begin)
  return { amount, currency, has_half, open }
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

async function openCheckout(purchase: Purchase, basket: Basket, begin: Begin): Promise<Opened | undefined> {
  const checkout = await withRetries(() => begin(purchase, basket))
  purchase.known_as.push(checkout.id)
  const state = await completeCheckout(checkout)
  return state && purchase.payable(checkout, state, basket)
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
  return both[paid] && states[paid] && purchase.payable(both[paid], states[paid], basket)
}
