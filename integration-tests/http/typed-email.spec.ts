import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AcpAgent, amountOf as acpAmountOf } from "../support/acp"
import { Agent } from "../support/agent"
import { ANA, Buyer, type Checkout, amountOf, basketOf } from "../support/buyer"
import { sql } from "../support/database"
import { adminPost } from "../support/merchant"
import { mintTokens } from "../support/mint-tokens"
import { registerClient, switchSurfaces } from "../support/oauth-client"
import {
  emailOf,
  erase,
  erasureIn,
  exported,
  freshName,
  newCustomer,
  type NewCustomer,
} from "../support/privacy"
import { customerGroup, priceList, promote, withdraw } from "../support/promotions"
import { authenticate } from "../support/shopper"
import { readOrder } from "../support/ucp-orders"
import { closeAcpShop, openAcpShop, openUcpShop } from "../support/shop"

let customer: NewCustomer
let buyer: Buyer
let agent: AcpAgent
let item: string
let group: string
let code: string

/** The price of the item is 20 euros; for the customer's group it is 5. */
beforeAll(async () => {
  ;({ buyer, item } = await openUcpShop("Nocturnal"))
  ;({ agent } = await openAcpShop("Volvelle"))
  await switchSurfaces({ a2a_enabled: true })
  customer = await newCustomer()
  group = await customerGroup([customer.id])
  await priceList([{ variant_id: item, currency_code: "eur", amount: 5 }], {
    rules: { "customer.groups.id": [group] },
  })
  const rules = [{ attribute: "customer.groups.id", operator: "in", values: [group] }]
  code = await promote({ type: "percentage", value: 10, target_type: "order" }, { rules })
})
afterAll(async () => {
  await withdraw()
  await switchSurfaces({ a2a_enabled: false })
  await closeAcpShop()
})

const named = (email: string) => ({ buyer: { ...ANA, email }, discounts: { codes: [code] } })
const codes = ({ messages = [] }: Checkout) => messages.map(({ code }) => code)
/** The members that are different in any two purchases: ids, numbers of orders, addresses of pages, and times. */
const OWN = /(^|_)(ids?|url|at|token|number|label|timestamp|date)$|^expires/
const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value)

/** Answers without the values that are different in any two purchases. All members and all other texts stay. */
const shapeOf = (answers: readonly object[], email: string): unknown =>
  JSON.parse(
    JSON.stringify(answers, (name, value: unknown) =>
      OWN.test(name) && !isObject(value) ? "own" : value
    ).replaceAll(email, "own")
  )

/** The Medusa customer of the only order that names this address. */
async function buyerOf(email: string) {
  return sql<{ id: string; has_account: boolean; orders: number }>(
    `select c.id, c.has_account, count(*)::int as orders from "order" o join customer c on c.id = o.customer_id
      where o.email = $1 group by c.id, c.has_account`,
    [email]
  )
}

const ordersOfAccount = () => sql(`select id from "order" where customer_id = $1`, [customer.id])

describe("a checkout with the e-mail address of an account, by a token that is not bound to it", () => {
  it("has the prices and promotions of a guest; a token of the customer has those of the group [IDN-01]", async () => {
    const typed = await buyer.ready([[item, 1]], named(customer.email))
    expect([amountOf(typed, "subtotal"), codes(typed)]).toEqual([2000, ["discount_code_user_ineligible"]])
    const bound = await (await Buyer.forPerson(customer)).ready([[item, 1]], { discounts: { codes: [code] } })
    expect([amountOf(bound, "subtotal"), codes(bound)]).toEqual([500, []])
    expect(amountOf(bound, "discount")).toBeLessThan(0)
    const session = await agent.ready([[item, 1]], named(customer.email))
    expect(acpAmountOf(session, "subtotal")).toBe(2000)
  })

  it("becomes the order of a guest and not of the account [IDN-03]", async () => {
    const { id } = await buyer.ready([[item, 1]], named(customer.email))
    await authenticate(String((await buyer.checkout(buyer.complete(id))).continue_url))
    await buyer.becomes(id, "completed")
    const session = await agent.ready([[item, 1]], named(customer.email))
    const paying = await agent.session(agent.complete(session.id))
    await agent.authenticateBuyer(paying, "completed")
    expect(await buyerOf(customer.email)).toMatchObject([{ has_account: false, orders: 2 }])
    expect(await ordersOfAccount()).toEqual([])
    const own = await Buyer.forPerson(customer)
    await own.buy([[item, 1]], { discounts: { codes: [] }, buyer: { ...ANA, email: customer.email } })
    expect(await ordersOfAccount()).toHaveLength(1)
  })

  it("is found by a privacy export of the address and of the account [IDN-04]", async () => {
    const [guest] = (await buyerOf(customer.email)).filter(({ has_account }) => !has_account)
    expect(guest).toBeDefined()
    for (const person of [{ email: customer.email }, customer]) {
      const { payments } = await exported(person as NewCustomer)
      expect(payments.filter(({ client_id }) => client_id === buyer.client_id)).not.toEqual([])
    }
  })
})

describe("an e-mail address with an account is answered like one without", () => {
  it.each<[string, (email: string) => Promise<readonly object[]>]>([
    [
      "in a cart",
      async (email) => {
        const body = { ...basketOf([[item, 1]]), ...named(email) }
        return [await buyer.cart(buyer.send(buyer.carts, { body }), 201)]
      },
    ],
    [
      "in a UCP checkout, its completion and its order",
      async (email) => {
        const ready = await buyer.ready([[item, 1]], named(email))
        const begun = await buyer.checkout(buyer.complete(ready.id))
        await authenticate(String(begun.continue_url))
        const completed = await buyer.becomes(ready.id, "completed")
        return [ready, begun, completed, await readOrder(buyer, String(completed.order?.id))]
      },
    ],
    [
      "in an ACP session, its completion and its order",
      async (email) => {
        const ready = await agent.ready([[item, 1]], named(email))
        const begun = await agent.session(agent.complete(ready.id))
        return [ready, begun, await agent.authenticateBuyer(begun, "completed")]
      },
    ],
    [
      "in an A2A payment",
      async (email) => {
        const a2a = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
        const begun = await a2a.createPayment({ customer: { email } })
        await authenticate(begun.artifacts.sca_redirect_url)
        return [begun, await a2a.settled(begun.task_id)]
      },
    ],
  ])("%s [IDN-02]", async (_, buy) => {
    const { email } = await newCustomer()
    const unknown = emailOf(freshName())
    expect(shapeOf(await buy(email), email)).toEqual(shapeOf(await buy(unknown), unknown))
  })
})

describe("the erasure of an account", () => {
  it("also erases the checkouts of guests with its address [IDN-04]", async () => {
    const person = await newCustomer()
    const { id } = await buyer.ready([[item, 1]], named(person.email))
    expect((await erasureIn(erase(person))).counts).toMatchObject({ sessions: 1 })
    expect((await buyer.get(`/checkout-sessions/${id}`)).status).toBe(404)
  })
})

describe("a payment by A2A with the e-mail address of an account", () => {
  it("becomes the order of a guest and not of the account [IDN-03]", async () => {
    const payer = await newCustomer()
    const a2a = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    await a2a.createPayment({ customer: { email: payer.email } })
    expect(await buyerOf(payer.email)).toMatchObject([{ has_account: false, orders: 1 }])
    expect(await sql(`select id from "order" where customer_id = $1`, [payer.id])).toEqual([])
  })

  it("becomes the order of the account if the token is bound to it [IDN-03]", async () => {
    const payer = await newCustomer()
    const client = await registerClient({ scopes: ["a2a:payments:read", "a2a:payments:create"] })
    const a2a = Agent.withToken((await mintTokens(client, payer)).access_token)
    await a2a.createPayment({ customer: { email: payer.email } })
    expect(await buyerOf(payer.email)).toEqual([{ id: payer.id, has_account: true, orders: 1 }])
  })
})

describe("a guest", () => {
  it("in a customer group is priced like any other guest and owns the order [IDN-01]", async () => {
    const email = emailOf(freshName())
    const answer = await adminPost("/admin/customers", { email })
    const { customer: guest } = (await answer.json()) as { customer: { id: string } }
    expect((await adminPost(`/admin/customer-groups/${group}/customers`, { add: [guest.id] })).ok).toBe(true)
    const { id, totals, ...rest } = await buyer.ready([[item, 1]], named(email))
    expect(amountOf({ totals }, "subtotal")).toBe(2000)
    expect(codes({ id, totals, ...rest })).toEqual(["discount_code_user_ineligible"])
    await authenticate(String((await buyer.checkout(buyer.complete(id))).continue_url))
    await buyer.becomes(id, "completed")
    expect(await buyerOf(email)).toEqual([{ id: guest.id, has_account: false, orders: 1 }])
  })

  it("is created once when several checkouts name the address at once [IDN-03]", async () => {
    const email = emailOf(freshName())
    const body = { ...basketOf([[item, 1]]), buyer: { ...ANA, email } }
    const begin = () => buyer.checkout(buyer.send(buyer.checkouts, { body }), 201)
    await Promise.all(Array.from({ length: 5 }, begin))
    expect(await sql("select id from customer where email = $1", [email])).toHaveLength(1)
  })
})
