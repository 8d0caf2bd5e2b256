import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Agent, eventually } from "../support/agent"
import { clearFaults, performEffects } from "../support/bank-ledger"
import { type CurrencyFunnel, funnelFor, funnelOfClient, statusOf } from "../support/agents-overview"
import { Buyer, basketOf, delivery } from "../support/buyer"
import { type CatalogReader, closeCatalog, openCatalog } from "../support/catalog"
import { sql } from "../support/database"
import { adminPost } from "../support/merchant"
import { orderOf, paid, payingAgent } from "../support/payments"
import { limited } from "../support/purchases"
import { CARDS, authenticate } from "../support/shopper"
import { sellOutMeanwhile } from "../support/sold-out"
import { world } from "../support/world"

let catalog: CatalogReader
let item: string

beforeAll(async () => {
  catalog = await openCatalog()
  item = await limited(catalog, 1000)
})
afterAll(async () => {
  await clearFaults()
  await closeCatalog()
})

/** A cart priced in euro. */
const basket = () => ({ ...basketOf([[item, 1]]), context: { address_country: "DE" } })

const today = () => new Date().toISOString().slice(0, 10)
const NONE = {
  carts: 0,
  checkouts: 0,
  free: 0,
  payments: 0,
  sca_started: 0,
  paid: 0,
  pending: 0,
  ended_early: [],
  dropped: [],
}

/** Waits until a client's funnel in euro is as expected. */
async function becomes(client_id: string, expected: Partial<CurrencyFunnel>): Promise<void> {
  const wanted = { currency: "EUR", ...NONE, ...expected }
  let report: unknown
  await eventually(async () => {
    report = (await funnelOfClient(client_id))?.by_currency.find(({ currency }) => currency === "EUR")
    return JSON.stringify(report) === JSON.stringify(wanted) ? true : undefined
  }).catch(() => expect(report).toEqual(wanted))
}

describe("the funnel", () => {
  it("requires a staff login", async () => {
    const response = await fetch(`${world().base_url}/admin/agentic-commerce/funnel`)
    expect(response.status).toBe(401)
  })

  it.each([
    ["from=2026-13-01"],
    ["from=2026-02-02&to=2026-02-01"],
    ["from=2024-01-01&to=2026-01-01"],
    ["currency=eur"],
    ["limit=101"],
    ["client=x"],
  ])("rejects %s with 400", async (query) => {
    expect(await statusOf(`/funnel?${query}`)).toBe(400)
  })

  it("covers the last 30 days by default and says since when it counts", async () => {
    const report = await funnelFor("")
    const days = (Date.parse(report.to) - Date.parse(report.from)) / 86_400_000 + 1
    expect([report.to, days, report.has_calls]).toEqual([today(), 30, true])
    expect(Date.parse(report.counted_since)).toBeLessThanOrEqual(Date.now())
    // No other file writes payments of this period.
    expect((await funnelFor("from=2019-01-01&to=2019-01-31")).agents).toEqual([])
  })
})

describe("the funnel of a shopping agent", () => {
  it("counts from its searches to its paid order [ADM-06]", async () => {
    const buyer = await Buyer.forGuests()
    await buyer.get("/catalog/search?q=mug")
    await buyer.send("/catalog/search", { body: { query: "mug" } })
    await buyer.get("/products")
    expect((await buyer.get("/catalog/search?limit=0")).status).toBe(400)
    const cart = await buyer.cart(buyer.send(buyer.carts, { body: basket() }), 201)
    const { id } = await buyer.checkout(
      buyer.send(buyer.checkouts, { body: { cart_id: cart.id, ...delivery() } }),
      201
    )
    await becomes(buyer.client_id, { carts: 1, checkouts: 1 })
    expect((await buyer.checkout(buyer.cancel(id))).status).toBe("canceled")
    await buyer.buy([[item, 1]])
    await becomes(buyer.client_id, {
      carts: 1,
      checkouts: 2,
      payments: 1,
      sca_started: 1,
      paid: 1,
      ended_early: [{ reason: "canceled", count: 1 }],
    })
    expect((await eventually(() => searched(buyer.client_id)))?.searches).toBe(2)
  })

  const searched = async (client_id: string) => {
    const funnel = await funnelOfClient(client_id)
    return funnel?.searches ? funnel : undefined
  }

  it("separates dropped payments by reason and the bank's decline code [ADM-06]", async () => {
    const buyer = await Buyer.forGuests()
    const declined = await buyer.escalated([[item, 1]])
    await authenticate(String(declined.continue_url), "approve", CARDS.insufficient_funds)
    await buyer.becomes(declined.id, "ready_for_complete")
    const late = await buyer.escalated([[item, 1]])
    await authenticate(String(late.continue_url), "timeout")
    await buyer.becomes(late.id, "ready_for_complete")
    const canceled = await buyer.escalated([[item, 1]])
    await buyer.checkout(buyer.cancel(canceled.id))
    const left = await buyer.escalated([[item, 1]])
    await authenticate(String(left.continue_url), "cancel")
    await buyer.becomes(left.id, "ready_for_complete")
    await buyer.escalated([[item, 1]])
    const one = { code: null, count: 1 }
    await becomes(buyer.client_id, {
      checkouts: 5,
      payments: 5,
      sca_started: 5,
      pending: 1,
      dropped: [
        { reason: "canceled_at_bank", ...one },
        { reason: "canceled_by_agent", ...one },
        { reason: "declined", code: "insufficient_funds", count: 1 },
        { reason: "expired", ...one },
      ],
    })
  })

  it("counts an expired checkout without a payment attempt as abandoned, also after the session is deleted", async () => {
    const buyer = await Buyer.forGuests()
    const { id } = await buyer.ready([[item, 1]])
    await becomes(buyer.client_id, { checkouts: 1 })
    await sql("update gw_session set expires_at = now() where id = $1", [id])
    const abandoned = { checkouts: 1, ended_early: [{ reason: "abandoned", count: 1 }] }
    await becomes(buyer.client_id, abandoned)
    await sql("delete from gw_session where id = $1", [id])
    await becomes(buyer.client_id, abandoned)
  })

  it("counts a checkout once, in its final currency", async () => {
    const buyer = await Buyer.forGuests()
    const body = { ...basketOf([[item, 1]]), context: { currency: "RON", address_country: "RO" } }
    const { id } = await buyer.checkout(buyer.send(buyer.checkouts, { body }), 201)
    const inEuro = { ...delivery(), ...basketOf([[item, 1]]), context: { address_country: "DE" } }
    await buyer.checkout(buyer.update(id, inEuro))
    await becomes(buyer.client_id, { checkouts: 1 })
    expect((await funnelOfClient(buyer.client_id))?.by_currency).toHaveLength(1)
  })

  it("counts every one of eight carts created at once", async () => {
    const buyer = await Buyer.forGuests()
    const make = () => buyer.send(buyer.carts, { body: basket() })
    const answers = await Promise.all(Array.from({ length: 8 }, make))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    await becomes(buyer.client_id, { carts: 8 })
  })
})

describe("the funnel of an agent that creates payments", () => {
  let agent: Agent

  it("has no carts or checkouts, and its payments by outcome", async () => {
    agent = await payingAgent()
    await paid(agent, { amount: 1100 })
    const canceled = await agent.createPayment()
    await agent.call("tasks/cancel", { task_id: canceled.task_id })
    const ended = await agent.createPayment()
    const { id } = await orderOf(ended)
    expect((await adminPost(`/admin/orders/${id}/cancel`)).status).toBe(200)
    await agent.settled(ended.task_id)
    await performEffects(ended.artifacts.payment_id)
    await becomes(agent.client_id, {
      payments: 3,
      sca_started: 3,
      paid: 1,
      dropped: [
        { reason: "canceled_by_agent", code: null, count: 1 },
        { reason: "canceled_by_merchant", code: null, count: 1 },
      ],
    })
  })

  it("counts its rejected calls by reason", async () => {
    await agent.send("refund_payment", { payment_id: "pay_none" })
    const funnel = await funnelOfClient(agent.client_id)
    expect(funnel?.refused).toEqual([{ code: "scope_denied", count: 1 }])
    expect(funnel?.searches).toBe(0)
  })

  it("can be limited to one currency and names the agent", async () => {
    await paid(agent, { amount: 900, currency: "RON" })
    const { agents } = await funnelFor(`client_id=${agent.client_id}&currency=RON`)
    expect(agents).toMatchObject([{ client_id: agent.client_id, client_name: "Test agent" }])
    expect(agents[0]?.by_currency).toEqual([
      { currency: "RON", ...NONE, payments: 1, sca_started: 1, paid: 1 },
    ])
  })

  it("is part of the total, and the list starts with the agents that have the most payments", async () => {
    const { total, agents, has_more } = await funnelFor("limit=1")
    expect([agents.length, has_more]).toEqual([1, true])
    const all = await funnelFor("limit=100")
    const payments = (of: { by_currency: CurrencyFunnel[] }) =>
      of.by_currency.reduce((sum, one) => sum + one.payments, 0)
    const busy = all.agents.map(payments)
    expect(busy).toEqual([...busy].sort((a, b) => b - a))
    expect(payments(total)).toBeGreaterThanOrEqual(payments(agents[0] ?? { by_currency: [] }))
    if (!all.has_more) expect(busy.reduce((sum, one) => sum + one, 0)).toBe(payments(total))
  })

  it("has as many payments as paid, pending and dropped ones together, in every currency [ADM-34]", async () => {
    const { total, agents } = await funnelFor("limit=100")
    const all = [total, ...agents].flatMap(({ by_currency }) => by_currency)
    expect(all.length).toBeGreaterThan(3)
    for (const one of all) {
      const dropped = one.dropped.reduce((sum, { count }) => sum + count, 0)
      expect([one.currency, one.payments]).toEqual([one.currency, one.paid + one.pending + dropped])
    }
  })
})

it("an order that could not be placed is counted in the funnel as not placed, without a payment", async () => {
  const buyer = await Buyer.forGuests()
  const { id } = await buyer.ready([[item, 1]])
  const restock = await sellOutMeanwhile(item, buyer.client_id)
  const { status, body } = await buyer.complete(id).finally(restock)
  expect([status, body.status]).toEqual([200, "incomplete"])
  await becomes(buyer.client_id, {
    checkouts: 1,
    ended_early: [{ reason: "not_placed", count: 1 }],
  })
})
