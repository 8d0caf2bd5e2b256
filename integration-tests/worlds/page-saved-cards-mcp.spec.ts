import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { amountOf, ANA, basketOf, Buyer, type Checkout, delivery } from "../support/buyer"
import { callTool, expectAdvice, type McpResult, newKey } from "../support/mcp"
import { inOwnWorld } from "../support/own-world"
import { payOn, receivedFor, STRIPE_PAGE } from "../support/page-shopper"
import { type NewCustomer, newCustomer } from "../support/privacy"
import { attemptsOf, ordersOf } from "../support/purchases"
import { allowedToCharge, consentTo, mandate, savedCardInstrument } from "../support/saved-cards"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { type CARDS, stripe, stripeKeys } from "../support/stripe"
import { saveAtStripe } from "../support/stripe-customer"
import { strict } from "../support/ucp-schemas"

inOwnWorld({ ...STRIPE_PAGE, ...stripeKeys() })

let ana: NewCustomer
let buyer: Buyer
let item: string

beforeAll(async () => void ({ item } = await openUcpShop("Nocturnal")))
beforeEach(async () => {
  ana = await newCustomer()
  buyer = await allowedToCharge(ana)
})
afterEach(() => stripe.reset())
afterAll(closeUcpShop)

/** The checkout in a result, which must have UCP's exact form. */
const checkoutIn = ({ structuredContent }: McpResult): Checkout =>
  strict("2026-04-08").checkout.parse(structuredContent)

const listedIn = ({ payment }: Checkout) => payment?.instruments ?? []

const create = async ({ token }: Buyer) =>
  checkoutIn(
    await callTool(token, "create_checkout", {
      ...newKey(),
      checkout: { ...basketOf([[item, 1]]), buyer: ANA, ...delivery() },
    })
  )

const complete = (id: string, card: string, key: object = newKey()) => {
  const checkout = { payment: { instruments: [savedCardInstrument(card)] } }
  return callTool(buyer.token, "complete_checkout", { ...key, id, checkout })
}

/** A card that the customer has saved at Stripe, and a checkout that can be completed. */
async function readyWith(card: keyof typeof CARDS = "approved"): Promise<Checkout & { card: string }> {
  await saveAtStripe(ana, card)
  const checkout = await buyer.ready([[item, 1]])
  return { ...checkout, card: String(listedIn(checkout)[0]?.id) }
}

const read = async (id: string) => checkoutIn(await callTool(buyer.token, "get_checkout", { id }))

/** Expects one order that is not canceled, paid by one payment at Stripe of the total. */
async function expectBought({ id }: Pick<Checkout, "id">): Promise<void> {
  await buyer.becomes(id, "completed")
  const { status, order, ...completed } = await read(id)
  expect(status).toBe("completed")
  const { structuredContent } = await callTool(buyer.token, "get_order", { id: order?.id })
  expect(structuredContent).toMatchObject({ checkout_id: id })
  expect((await ordersOf(id)).filter((one) => one.status !== "canceled")).toHaveLength(1)
  expect(await receivedFor({ id })).toEqual([amountOf(completed, "total")])
}

/** The assistant gets the page's link for its customer, nothing was charged, and the customer then pays there. */
async function expectForCustomer(result: McpResult): Promise<void> {
  const checkout = checkoutIn(result)
  const { id, status, continue_url: url = "" } = checkout
  expect([status, await receivedFor(checkout)]).toEqual(["requires_escalation", [0]])
  expectAdvice(result, { person: "buyer", url, poll: "get_checkout" })
  await fetch((await payOn(checkout)).back)
  await expectBought({ id })
}

describe("an assistant over MCP whose customer has saved a card at the provider of the store's page", () => {
  it("gets the card in each checkout, without its id at Stripe [ROUTE-44]", async () => {
    const method = await saveAtStripe(ana)
    const checkout = await create(buyer)
    const display = { brand: "visa", last_digits: "4242", expiry_month: 12, expiry_year: 2040 }
    expect(listedIn(checkout)).toMatchObject([{ id: expect.stringMatching(/^card_/) as string, display }])
    expect(listedIn(await read(checkout.id))).toEqual(listedIn(checkout))
    expect(JSON.stringify(checkout)).not.toContain(method)
  })

  it("gets no card without a consent with limits, or of another customer [ROUTE-44]", async () => {
    await saveAtStripe(ana)
    for (const other of [await Buyer.forPerson(ana), await allowedToCharge(await newCustomer())])
      expect(listedIn(await create(other))).toEqual([])
  })

  it("charges it once without the customer, also when it repeats the call [ROUTE-45, ROUTE-46]", async () => {
    const { id, card } = await readyWith()
    const key = newKey()
    const result = await complete(id, card, key)
    expect([checkoutIn(result).status, result.content?.length]).toEqual(["completed", 1])
    await expectBought({ id })
    for (const again of [key, newKey()])
      expect(checkoutIn(await complete(id, card, again)).status).toBe("completed")
    expect(await attemptsOf(id)).toHaveLength(1)
    await expectBought({ id })
  })

  it("charges it once when it makes the call five times at once [ROUTE-46]", async () => {
    const { id, card } = await readyWith()
    const key = newKey()
    await Promise.all([1, 2, 3, 4, 5].map(() => complete(id, card, key)))
    await expectBought({ id })
    expect(await attemptsOf(id)).toHaveLength(1)
  })

  it("gets the page's link if the issuer wants authentication [ROUTE-45]", async () => {
    const { id, card } = await readyWith("authenticated")
    await expectForCustomer(await complete(id, card))
    expect(await ordersOf(id)).toHaveLength(1)
  })

  it("gets the page's link beyond the mandate, per charge and per month [ROUTE-45]", async () => {
    const { id, card, ...checkout } = await readyWith()
    const total = amountOf(checkout, "total")
    await consentTo(buyer.client_id, [mandate({ max_per_charge: total - 1 })])
    await expectForCustomer(await complete(id, card))
    await consentTo(buyer.client_id, [mandate({ max_per_month: total })])
    const [within, beyond] = [await buyer.ready([[item, 1]]), await buyer.ready([[item, 1]])]
    expect(checkoutIn(await complete(within.id, card)).status).toBe("completed")
    await expectForCustomer(await complete(beyond.id, card))
  })

  it("reads a decline, and can complete the checkout again [ROUTE-45]", async () => {
    const { id, card } = await readyWith("declined_later")
    const { isError, structuredContent } = await complete(id, card)
    expect([isError, structuredContent?.messages]).toMatchObject([true, [{ code: "payment_failed" }]])
    expect((await ordersOf(id)).map(({ status, reserved }) => [status, reserved])).toEqual([["canceled", 0]])
    expect((await read(id)).status).toBe("ready_for_complete")
    const again = await callTool(buyer.token, "complete_checkout", { ...newKey(), id, checkout: {} })
    await payOn(checkoutIn(again))
    await expectBought({ id })
  })

  it("is refused another customer's card and an unknown one before an order is placed [ROUTE-45]", async () => {
    const other = await newCustomer()
    await saveAtStripe(other)
    const [foreign] = listedIn(await create(await allowedToCharge(other)))
    const { id } = await buyer.ready([[item, 1]])
    for (const card of [String(foreign?.id), "card_none"]) {
      const { isError, structuredContent } = await complete(id, card)
      expect(isError).toBe(true)
      expect(JSON.stringify(structuredContent)).toContain("payment.instruments[0].credential.token")
    }
    expect([await attemptsOf(id), await ordersOf(id)]).toEqual([[], []])
  })
})
