import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  AcpAgent,
  amountOf as acpAmountOf,
  messageCodes,
  paymentFor,
  type Session,
  VERSION,
} from "../support/acp"
import { allow, decided, waitingOf } from "../support/approvals"
import { ANA, Buyer, CARD, type Checkout, amountOf } from "../support/buyer"
import type { CatalogReader } from "../support/catalog"
import { sql } from "../support/database"
import { loseAnswer } from "../support/lost-answer"
import { callTool } from "../support/mcp"
import { made } from "../support/markets"
import { adminFetch } from "../support/merchant"
import { refusalsOf } from "../support/policy"
import { ProfileHost, profileIn } from "../support/profile-host"
import { promote, withdraw } from "../support/promotions"
import { attemptsOf, expectBoughtOnce, expectNothingBought, limited, ordersOf } from "../support/purchases"
import { productOf, reprice } from "../support/reprice"
import { closeAcpShop, openAcpShop, openUcpShop } from "../support/shop"
import { authenticate } from "../support/shopper"

let catalog: CatalogReader
let buyer: Buyer
let agent: AcpAgent
let host: ProfileHost

beforeAll(async () => {
  ;({ catalog, buyer } = await openUcpShop("Planisphere"))
  ;({ agent } = await openAcpShop("Cosmolabe"))
  host = await ProfileHost.listen()
})
afterAll(async () => {
  host.close()
  await withdraw()
  await closeAcpShop()
})

const keyed = (key: string = randomUUID()) => ({ "idempotency-key": key })
const complete = (id: string) => buyer.checkout(buyer.complete(id, keyed()))
const codes = ({ messages = [] }: Checkout) => messages.map(({ code }) => code)
const total = (checkout: Checkout) => amountOf(checkout, "total")
const textOf = ({ messages = [] }: Checkout, code: string) =>
  messages.find((message) => message.code === code)?.content ?? ""

/** A checkout of one unit of a new item at 20 euros, ready to complete. */
async function fresh(units = 10, more: object = {}) {
  const item = await limited(catalog, units, "Equatorium")
  return { item, checkout: await buyer.ready([[item, 1]], more) }
}

/** Whether prices in euros include tax. */
async function preferGross(is_tax_inclusive: boolean): Promise<void> {
  const [known] = await sql<{ id: string }>(
    "select id from price_preference where attribute = 'currency_code' and value = 'eur' and deleted_at is null"
  )
  await made(`/admin/price-preferences/${known?.id}`, { is_tax_inclusive })
}

/** Changes the tax rate of Germany, in percent. */
async function levy(rate: number): Promise<void> {
  const [known] = await sql<{ id: string }>(
    `select r.id from tax_rate r join tax_region g on g.id = r.tax_region_id
      where g.country_code = 'de' and g.province_code is null and r.is_default and r.deleted_at is null`
  )
  await made(`/admin/tax-rates/${known?.id}`, { rate })
}

async function expectNothingBegun(id: string): Promise<void> {
  expect([await attemptsOf(id), await ordersOf(id)]).toEqual([[], []])
}

/** Expects that completing again buys the checkout for the total that it shows now. */
async function expectBoughtAt(shown: Checkout): Promise<void> {
  const begun = await complete(shown.id)
  expect([begun.status, total(begun)]).toEqual(["requires_escalation", total(shown)])
  expect((await attemptsOf(shown.id)).map(({ amount }) => amount)).toEqual([total(shown)])
  await authenticate(String(begun.continue_url))
  const { order } = await buyer.becomes(shown.id, "completed")
  await expectBoughtOnce(shown.id, String(order?.id), 1)
}

describe("a completion after the store has changed", () => {
  it.each(["2026-04-08", "2026-08-25"] as const)(
    "reports a higher price with both totals, begins nothing, and pays the new total when it is repeated, in UCP %s [QUO-01, QUO-02]",
    async (version) => {
      const names = ["checkout", "fulfillment", "discount"].map((name) => `dev.ucp.shopping.${name}`)
      buyer.version = version
      buyer.agent = { "ucp-agent": `profile="${host.publish(profileIn(version, names))}"` }
      const { item, checkout } = await fresh()
      await reprice(item, 104)
      const shown = await complete(checkout.id)
      expect([shown.status, total(shown) - total(checkout)]).toEqual(["ready_for_complete", 8400])
      expect(codes(shown)).toEqual(["price_changed", "total_changed"])
      expect(textOf(shown, "price_changed")).toContain("from 2000 to 10400")
      expect(textOf(shown, "total_changed")).toContain(`from ${total(checkout)} EUR to ${total(shown)} EUR`)
      await expectNothingBegun(checkout.id)
      expect(codes(await buyer.read(checkout.id))).toEqual(codes(shown))
      await expectBoughtAt(shown)
      buyer.version = "2026-04-08"
      buyer.agent = {}
    }
  )

  it("reports a higher price in ACP and what to do, begins nothing, and pays the new total when it is repeated [QUO-01, QUO-02, QUO-10]", async () => {
    const item = await limited(catalog, 10, "Cross-staff")
    const session = await agent.ready([[item, 1]])
    await reprice(item, 104)
    const shown = await agent.session(agent.complete(session.id))
    expect(shown.status).toBe("ready_for_payment")
    expect(messageCodes(shown)).toEqual([
      "warning price_change $.line_items[0].unit_amount",
      "warning price_change $.totals",
    ])
    const next = "To accept the new total, complete the session with a new Idempotency-Key."
    expect(shown.messages[1]?.content).toMatch(new RegExp(`^The total changed from .* ${next}$`))
    await expectNothingBegun(session.id)
    const begun = await agent.session(agent.complete(session.id))
    expect([begun.status, acpAmountOf(begun, "total")]).toEqual([
      "requires_escalation",
      acpAmountOf(session, "total") + 8400,
    ])
  })

  it("reports a promotion that has ended [QUO-01]", async () => {
    const code = await promote({ type: "percentage", value: 50, target_type: "order" })
    const { checkout } = await fresh(10, { discounts: { codes: [code] } })
    await sql("update promotion set status = 'inactive' where code = $1", [code])
    const shown = await complete(checkout.id)
    expect(codes(shown)).toEqual(["discount_code_invalid", "discount_changed", "total_changed"])
    expect(total(shown)).toBeGreaterThan(total(checkout))
    await expectNothingBegun(checkout.id)
    await expectBoughtAt(shown)
  })

  it.each<[string, (item: string) => Promise<unknown>]>([
    ["became a draft", async (item) => made(await productOf(item), { status: "draft" })],
    ["was deleted", async (item) => adminFetch(await productOf(item), { method: "DELETE" })],
    ["left the sales channel", async (item) => made(await productOf(item), { sales_channels: [] })],
  ])("reports a product that %s, with both totals [QUO-01]", async (_, change) => {
    const { item, checkout } = await fresh()
    await change(item)
    const shown = await complete(checkout.id)
    expect([shown.status, total(shown)]).toEqual(["incomplete", 0])
    expect(codes(shown)).toEqual(["item_unavailable", "shipping_changed", "total_changed", "missing"])
    await expectNothingBegun(checkout.id)
    expect((await buyer.complete(checkout.id, keyed())).status).toBe(400)
  })

  it("reports another price of shipping [QUO-01]", async () => {
    const { checkout } = await fresh()
    const option = String(checkout.fulfillment?.methods[0]?.groups[0]?.selected_option_id)
    const price = async (amount: number) =>
      made(`/admin/shipping-options/${option}`, { prices: [{ currency_code: "eur", amount }] })
    await price(8)
    try {
      const shown = await complete(checkout.id)
      expect([codes(shown), total(shown) - total(checkout)]).toEqual([
        ["shipping_changed", "total_changed"],
        300,
      ])
      await expectNothingBegun(checkout.id)
      await expectBoughtAt(shown)
    } finally {
      await price(5)
    }
  })

  it.each([true, false])(
    "reports a tax that has changed, if it changes the total: prices include tax: %s [QUO-01]",
    async (is_tax_inclusive) => {
      await preferGross(is_tax_inclusive)
      try {
        const { checkout } = await fresh()
        await levy(25)
        const shown = await complete(checkout.id)
        expect(codes(shown)).toEqual(is_tax_inclusive ? ["requires_3ds"] : ["tax_changed", "total_changed"])
        expect(total(shown) - total(checkout)).toBe(is_tax_inclusive ? 0 : Math.round(25 * 100 * 0.06))
        if (!is_tax_inclusive) await expectBoughtAt(shown)
      } finally {
        await levy(19)
        await preferGross(true)
      }
    }
  )

  it("that changes nothing begins the payment [QUO-01]", async () => {
    const { checkout } = await fresh()
    await expectBoughtAt(checkout)
  })

  it("reports the difference again when a crash has prevented the answer [QUO-06]", async () => {
    const { item, checkout } = await fresh()
    await reprice(item, 104)
    const key = randomUUID()
    const shown = await buyer.checkout(buyer.complete(checkout.id, keyed(key)))
    await loseAnswer(key)
    const again = await buyer.checkout(buyer.complete(checkout.id, keyed(key)))
    expect([again.status, again.messages]).toEqual([shown.status, shown.messages])
    await expectNothingBegun(checkout.id)
    await expectBoughtAt(again)
  })
})

describe("a completion without an idempotency key", () => {
  it.each<[string, (id: string) => Promise<unknown>]>([
    ["REST", (id) => buyer.checkout(buyer.send(`${buyer.checkouts}/${id}/complete`, { body: {} }))],
    [
      "MCP",
      async (id) =>
        (await callTool(buyer.token, "complete_checkout", { id, checkout: {} })).structuredContent,
    ],
  ])("over %s reports the difference again, and only one with a key accepts it [QUO-02]", async (_, send) => {
    const { item, checkout } = await fresh()
    await reprice(item, 104)
    const shown = (await send(checkout.id)) as Checkout
    expect(codes(shown)).toEqual(["price_changed", "total_changed"])
    const again = (await send(checkout.id)) as Checkout
    expect([again.status, again.messages]).toEqual([shown.status, shown.messages])
    await reprice(item, 105)
    expect(total((await send(checkout.id)) as Checkout)).toBe(total(shown) + 100)
    await expectNothingBegun(checkout.id)
    await expectBoughtAt(await buyer.read(checkout.id))
  })

  it("accepts the quote that an update has reported [QUO-02, QUO-03]", async () => {
    const { item, checkout } = await fresh()
    await reprice(item, 104)
    const shown = await buyer.checkout(buyer.update(checkout.id, { buyer: { ...ANA, first_name: "Anna" } }))
    expect(codes(shown)).toEqual(["price_changed", "total_changed"])
    const { structuredContent } = await callTool(buyer.token, "complete_checkout", {
      id: checkout.id,
      checkout: {},
    })
    expect(structuredContent).toMatchObject({ status: "requires_escalation" })
  })

  it("of ACP over MCP reports the difference again, and only one with a key accepts it [QUO-02]", async () => {
    const item = await limited(catalog, 10, "Quadrant")
    const { id } = await agent.ready([[item, 1]])
    await reprice(item, 104)
    const send = async (key?: string) => {
      const meta = { api_version: VERSION, ...(key && { idempotency_key: key }) }
      const args = { meta, id, payload: paymentFor(id) }
      const answer = await callTool(agent.token, "complete_checkout_session", args, "/gw-acp/v1/mcp")
      return answer.structuredContent as unknown as Session
    }
    const shown = await send()
    expect(messageCodes(shown)).toContain("warning price_change $.totals")
    expect((await send()).messages).toEqual(shown.messages)
    await expectNothingBegun(id)
    expect((await send(randomUUID())).status).toBe("requires_escalation")
  })
})

describe("a completion that would also be refused", () => {
  const codesIn = (body: object) => codes(body as Checkout)

  it("reports the changed quote before the limit of its client [QUO-09]", async () => {
    const limitedBuyer = await Buyer.forGuests()
    const item = await limited(catalog, 10, "Torquetum")
    const checkout = await limitedBuyer.ready([[item, 1]])
    await allow(limitedBuyer.client_id, { max_per_payment: total(checkout) - 1 })
    await reprice(item, 104)
    const answers = [
      await limitedBuyer.complete(checkout.id, keyed()),
      await limitedBuyer.complete(checkout.id, keyed()),
    ]
    expect(answers.map(({ status, body }) => [status, codesIn(body as object)])).toEqual([
      [200, ["price_changed", "total_changed"]],
      [402, ["spending_limit"]],
    ])
    await expectNothingBegun(checkout.id)
  })

  it("in ACP reports the changed quote before the limit of its client [QUO-09]", async () => {
    const limitedAgent = await AcpAgent.of()
    const item = await limited(catalog, 10, "Armilla")
    const { id, ...session } = await limitedAgent.ready([[item, 1]])
    await allow(limitedAgent.client_id, { max_per_payment: acpAmountOf(session, "total") - 1 })
    await reprice(item, 104)
    expect(messageCodes(await limitedAgent.session(limitedAgent.complete(id)))).toEqual([
      "warning price_change $.line_items[0].unit_amount",
      "warning price_change $.totals",
    ])
    expect(messageCodes(await limitedAgent.session(limitedAgent.complete(id)))).toEqual([
      "error maximum_exceeded $.totals",
    ])
    await expectNothingBegun(id)
  })
})

describe("an update", () => {
  it("that asks for something else reports a changed price with both totals; a change it asked for is not reported [QUO-03]", async () => {
    const { item, checkout } = await fresh()
    const renamed = { buyer: { ...ANA, first_name: "Anna" } }
    expect(codes(await buyer.checkout(buyer.update(checkout.id, renamed)))).toEqual([])
    const lines = (quantity: number) =>
      checkout.line_items.map((line) => ({ id: line.id, item: { id: item }, quantity }))
    const doubled = await buyer.checkout(buyer.update(checkout.id, { line_items: lines(2) }))
    expect([codes(doubled), total(doubled) - total(checkout)]).toEqual([[], 2000])
    await reprice(item, 21)
    const shown = await buyer.checkout(buyer.update(checkout.id, renamed))
    expect([codes(shown), total(shown) - total(doubled)]).toEqual([["price_changed", "total_changed"], 200])
    expect(textOf(shown, "total_changed")).toContain(`from ${total(doubled)} EUR to ${total(shown)} EUR`)
    expect(codes(await buyer.checkout(buyer.update(checkout.id, renamed)))).toEqual([])
    await reprice(item, 22)
    const tripled = await buyer.checkout(buyer.update(checkout.id, { line_items: lines(3) }))
    expect(codes(tripled)).toEqual(["price_changed", "total_changed"])
    expect(textOf(tripled, "price_changed")).toContain("from 2100 to 2200")
  })

  it("in ACP reports a changed price with both totals [QUO-03]", async () => {
    const item = await limited(catalog, 10, "Kamal")
    const { id } = await agent.ready([[item, 1]])
    await reprice(item, 30)
    const shown = await agent.session(agent.update(id, { buyer: { ...ANA, first_name: "Anna" } }))
    expect(messageCodes(shown)).toEqual([
      "warning price_change $.line_items[0].unit_amount",
      "warning price_change $.totals",
    ])
  })
})

describe("the loser of a stock race", () => {
  it("gets the line back when stock returns, and buys it by completing again [QUO-04]", async () => {
    const { item, checkout } = await fresh(1)
    const winner = await buyer.escalated([[item, 1]])
    const lost = await complete(checkout.id)
    expect([lost.status, lost.line_items, codes(lost)]).toEqual([
      "incomplete",
      [],
      ["out_of_stock", "shipping_changed", "total_changed", "missing"],
    ])
    await buyer.cancel(winner.id)
    const back = await complete(checkout.id)
    expect(back.line_items.map(({ quantity }) => quantity)).toEqual([1])
    expect([back.status, total(back)]).toEqual(["ready_for_complete", total(checkout)])
    expect(codes(back)).toContain("quantity_changed")
    await expectNothingBought(checkout.id)
    await expectBoughtAt(back)
  })
})

describe("a checkout that the merchant has approved", () => {
  it("is compared again before its payment begins, and the audit log counts that [QUO-05, QUO-11]", async () => {
    const strict = await Buyer.forGuests()
    await allow(strict.client_id, { approval_above: 1 })
    const item = await limited(catalog, 10, "Dioptra")
    const { id } = await strict.ready([[item, 1]])
    await strict.checkout(strict.complete(id, keyed()))
    await decided((await waitingOf(strict.client_id)).id, "approve")
    await reprice(item, 104)
    const shown = await strict.checkout(strict.complete(id, keyed()))
    expect([shown.status, codes(shown)]).toEqual(["ready_for_complete", ["price_changed", "total_changed"]])
    await expectNothingBegun(id)
    expect(await refusalsOf(strict.client_id)).toEqual({ quote_changed: 1 })
    await reprice(item, 20)
    await strict.checkout(strict.complete(id, keyed()))
    expect((await strict.checkout(strict.complete(id, keyed()))).status).toBe("requires_escalation")
    expect(await refusalsOf(strict.client_id)).toEqual({ quote_changed: 2 })
  })
})

describe("completions of one checkout at once", () => {
  it("after a changed price all report it, and none of them begins the payment [QUO-08]", async () => {
    const { item, checkout } = await fresh()
    await reprice(item, 104)
    const shown = await Promise.all(Array.from({ length: 6 }, () => complete(checkout.id)))
    for (const one of shown) expect(codes(one)).toEqual(["price_changed", "total_changed"])
    await expectNothingBegun(checkout.id)
    await expectBoughtAt(shown[0] as Checkout)
  })
})

describe("completions while the price changes", () => {
  it("pay only the total that their client was last shown [QUO-07]", async () => {
    const item = await limited(catalog, 100, "Octant")
    const shown = await Promise.all(Array.from({ length: 4 }, () => buyer.ready([[item, 1]])))
    const body = { payment: { instruments: [CARD] } }
    const [, ...answers] = await Promise.all([
      reprice(item, 33),
      ...shown.map(({ id }) =>
        buyer.checkout(buyer.send(`${buyer.checkouts}/${id}/complete`, { body, headers: keyed() }))
      ),
    ])
    for (const [n, answer] of answers.entries()) {
      const known = shown[n] as Checkout
      const amounts = (await attemptsOf(known.id)).map(({ amount }) => amount)
      const isBegun = answer.status === "requires_escalation"
      expect([amounts, isBegun ? total(answer) : total(known)]).toEqual([
        isBegun ? [total(known)] : [],
        total(known),
      ])
    }
  })
})
