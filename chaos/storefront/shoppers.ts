import { setTimeout as sleep } from "node:timers/promises"
import { stripe } from "../../integration-tests/support/stripe"
import type { Shopper } from "../load/shoppers"
import type { Random } from "../random"
import { type Begun, Customer } from "./customer"

const READS_FOR_MS = { least: 0, most: 4000 }

/** More units than the agent has ordered: it orders up to three. */
const CHANGED_QUANTITY = 4

/** What a customer does with the cart. */
type Visit = (customer: Customer, random: Random) => Promise<unknown>

const visits =
  (visit: Visit): Shopper["pay"] =>
  async (purchase, opened) => {
    const customer = await Customer.of(purchase, opened)
    if (customer) await visit(customer, purchase.random)
    return opened
  }

/** Begins a payment, acts on it, and then places the order. */
const paying = (act: (customer: Customer, begun: Begun, random: Random) => Promise<unknown>): Visit => {
  return async (customer, random) => {
    await act(customer, await customer.begin(), random)
    await customer.order()
  }
}

const pays = paying((customer, begun) => customer.confirm(begun))

/** The authentication of a payment that was canceled meanwhile fails. */
const authenticated = async (customer: Customer, begun: Begun, success: boolean): Promise<void> => {
  await customer.confirm(begun, "authenticated")
  await stripe.authenticate(begun.intent, success).catch(() => undefined)
}

const paysAndLeaves: Visit = async (customer) => customer.confirm(await customer.begin())

const paysLater = paying(async (customer, begun, random) => {
  await sleep(random.whole(READS_FOR_MS.least, READS_FOR_MS.most))
  await customer.confirm(begun)
})

const ordersTwice: Visit = async (customer) => {
  await customer.confirm(await customer.begin())
  await Promise.all([customer.order(), customer.order()])
}

const declinedThenPaid = paying(async (customer, begun) => {
  await customer.confirm(begun, "declined")
  await customer.confirm(begun)
})

/** The order that is refused makes Medusa ignore the session afterwards. */
const ordersBeforePaying = paying(async (customer, begun) => {
  await customer.confirm(begun, "declined")
  await customer.order()
  await customer.confirm(begun)
})

const changesFirst: Visit = async (customer, random) => {
  await customer.changeQuantity(CHANGED_QUANTITY)
  await pays(customer, random)
}

const changesAfterBeginning: Visit = async (customer, random) => {
  await customer.begin()
  await changesFirst(customer, random)
}

const takesOverTwice: Shopper["pay"] = async (purchase, opened) => {
  const [customer] = await Promise.all([Customer.of(purchase, opened), Customer.of(purchase, opened)])
  if (customer) await pays(customer, purchase.random)
  return opened
}

/** No order follows, and a later action would wait for it in vain. */
const UNPAID = { does_not_pay: true, ends_purchase: true }

/** A customer whose card is declined, and who pays with no other. */
export const DECLINED: Shopper = {
  name: "is declined",
  weight: 1,
  ...UNPAID,
  pay: visits(paying((customer, begun) => customer.confirm(begun, "declined"))),
}

/** The customers of the storefront. */
export const STOREFRONT_SHOPPERS: readonly Shopper[] = [
  { name: "pays", weight: 8, pay: visits(pays) },
  { name: "pays and does not return", weight: 4, pay: visits(paysAndLeaves) },
  { name: "pays later", weight: 3, pay: visits(paysLater) },
  { name: "takes over the cart in two tabs", weight: 2, pay: takesOverTwice },
  { name: "orders twice at once", weight: 4, pay: visits(ordersTwice) },
  { name: "is declined and pays with another card", weight: 3, pay: visits(declinedThenPaid) },
  { name: "orders after a decline, then pays", weight: 2, pay: visits(ordersBeforePaying) },
  { name: "changes the cart and pays", weight: 3, pay: visits(changesFirst) },
  { name: "changes the cart after beginning to pay", weight: 2, pay: visits(changesAfterBeginning) },
  {
    name: "authenticates",
    weight: 2,
    pay: visits(paying((customer, begun) => authenticated(customer, begun, true))),
  },
  DECLINED,
  {
    name: "fails to authenticate",
    weight: 1,
    ...UNPAID,
    pay: visits(paying((customer, begun) => authenticated(customer, begun, false))),
  },
  {
    name: "begins to pay and leaves",
    weight: 1,
    ...UNPAID,
    pay: visits(async (customer) => customer.begin()),
  },
  { name: "takes over the cart and leaves", weight: 1, ...UNPAID, pay: visits(async () => {}) },
  { name: "never opens the link", weight: 1, ...UNPAID, pay: async (_, opened) => opened },
]
