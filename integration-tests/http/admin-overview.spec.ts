import { beforeAll, describe, expect, it } from "vitest"
import type { Agent } from "../support/agent"
import { funnelFor, overview, statusOf } from "../support/agents-overview"
import { sql } from "../support/database"
import { adminPost } from "../support/merchant"
import { paid, payingAgent } from "../support/payments"
import { CARDS, authenticate } from "../support/shopper"
import { world } from "../support/world"

interface Compared {
  now: number
  before: number
}

interface CurrencyRevenue {
  currency: string
  revenue: Compared
  paid: Compared
  days: { day: string; revenue: number; paid: number }[]
  agents: { client_id: string; client_name: string | null; revenue: number; paid: number }[]
}

interface Overview {
  from: string
  to: string
  before: { from: string; to: string }
  has_calls: boolean
  paid: Compared
  not_paid: Compared
  by_currency: CurrencyRevenue[]
}

const read = async (query = "") => (await overview<{ overview: Overview }>(`/overview?${query}`)).overview

const NONE = { now: 0, before: 0 }

const inCurrency = ({ by_currency }: Overview, currency: string): CurrencyRevenue =>
  by_currency.find((one) => one.currency === currency) ?? {
    currency,
    revenue: NONE,
    paid: NONE,
    days: [],
    agents: [],
  }

describe("the overview", () => {
  it("requires a staff login [ADM-23]", async () => {
    expect((await fetch(`${world().base_url}/admin/agentic-commerce/overview`)).status).toBe(401)
  })

  it.each([
    ["from=2026-02-30"],
    ["from=2026-02-02&to=2026-02-01"],
    ["from=2024-01-01&to=2026-01-01"],
    ["days=30"],
  ])("rejects %s with 400", async (query) => {
    expect(await statusOf(`/overview?${query}`)).toBe(400)
  })

  it("compares the last 30 days with the 30 days before by default [ADM-41]", async () => {
    const { from, to, before } = await read()
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    expect([from, to, before]).toEqual([day(29), day(0), { from: day(59), to: day(30) }])
  })

  it("is empty for a period without payments", async () => {
    const { by_currency, paid, not_paid } = await read("from=2020-01-01&to=2020-01-31")
    expect([by_currency, paid, not_paid]).toEqual([[], NONE, NONE])
  })

  it("counts the same payments as the funnel [ADM-34, ADM-41]", async () => {
    // Payments of other tests may be settled between the two requests.
    await expect
      .poll(async () => {
        const { paid, not_paid } = await read()
        const { total } = await funnelFor("")
        const dropped = total.by_currency.flatMap((one) => one.dropped)
        return [
          paid.now - total.by_currency.reduce((sum, one) => sum + one.paid, 0),
          not_paid.now - dropped.reduce((sum, { count }) => sum + count, 0),
        ]
      })
      .toEqual([0, 0])
  })
})

/** A period in which no other test has payments, because those of the shared store may be settled at any time. */
const PERIOD = { from: "2021-03-01", to: "2021-03-30", before: { from: "2021-01-30", to: "2021-02-28" } }

/** Moves the request of a payment to another moment. */
const requestedAt = (payment_id: string, at: string) =>
  sql("update gw_payment set created_at = $2 where id = $1", [payment_id, at])

describe("the revenue of an agent in the overview", () => {
  const day = "2021-03-10"
  let agent: Agent
  let payment_id: string
  beforeAll(async () => {
    agent = await payingAgent()
    payment_id = (await paid(agent, { amount: 159_00, currency: "RON" })).artifacts.payment_id
    await requestedAt(payment_id, `${day}T12:00:00Z`)
  })

  const ofPeriod = () => read(`from=${PERIOD.from}&to=${PERIOD.to}`)

  async function totals(currency: string) {
    const { revenue, paid } = inCurrency(await ofPeriod(), currency)
    return { revenue: [revenue.now, revenue.before], paid: [paid.now, paid.before] }
  }

  it("is the captured amount of its currency, on its day and in the agent's line [ADM-41]", async () => {
    expect(await totals("RON")).toEqual({ revenue: [159_00, 0], paid: [1, 0] })
    expect(await totals("EUR")).toEqual({ revenue: [0, 0], paid: [0, 0] })
    const overview = await ofPeriod()
    expect(overview.before).toEqual(PERIOD.before)
    const { days, agents } = inCurrency(overview, "RON")
    expect(days.filter(({ paid }) => paid > 0)).toEqual([{ day, revenue: 159_00, paid: 1 }])
    expect(agents).toEqual([
      expect.objectContaining({
        client_id: agent.client_id,
        client_name: "Test agent",
        revenue: 159_00,
        paid: 1,
      }),
    ])
  })

  it("is reduced by refunds, and not changed by a declined payment [ADM-41]", async () => {
    const declined = await agent.createPayment({ amount: 5000, currency: "RON" })
    await authenticate(declined.artifacts.sca_redirect_url, "approve", CARDS.insufficient_funds)
    const { artifacts } = await agent.settled(declined.task_id)
    await requestedAt(artifacts.payment_id, `${day}T12:00:00Z`)
    const { not_paid } = await ofPeriod()
    expect(not_paid).toEqual({ now: 1, before: 0 })
    const refund = await adminPost(`/admin/agentic-commerce/payments/${payment_id}/refund`, { amount: 1000 })
    expect(refund.status).toBe(200)
    expect(await totals("RON")).toEqual({ revenue: [149_00, 0], paid: [1, 0] })
  })

  it.each([
    ["the first moment of the period", `${PERIOD.from}T00:00:00Z`, [1, 0]],
    ["the last moment of the period", `${PERIOD.to}T23:59:59.999Z`, [1, 0]],
    ["the moment after the period", "2021-03-31T00:00:00Z", [0, 0]],
    ["the last moment of the period before", `${PERIOD.before.to}T23:59:59.999Z`, [0, 1]],
    ["the first moment of the period before", `${PERIOD.before.from}T00:00:00Z`, [0, 1]],
    ["an earlier moment", "2020-06-01T00:00:00Z", [0, 0]],
  ])(
    "belongs to the day in UTC on which the payment was requested, at %s [ADM-41]",
    async (_, at, counted) => {
      await requestedAt(payment_id, at)
      expect((await totals("RON")).paid).toEqual(counted)
    }
  )

  it("excludes payments of the storefront, orders with nothing to pay, and the store's self-test [ADM-35, ADM-41]", async () => {
    const insert = (client_id: string | null, status: string, amount: number) =>
      sql(
        `insert into gw_payment (id, merchant_reference, idempotency_key, origin, intent, currency, description,
           client_id, status, amount, captured_amount, announced_at, next_check_at, provisioned_at, created_at)
         values ('pay_' || md5($1 || $2), md5($1 || $2), gen_random_uuid(), 'order', 'sale', 'RON', 'A lamp',
           $3, $2, $4, $4, now(), null, now(), '${day}T12:00:00Z')`,
        [client_id ?? "none", status, client_id, amount]
      )
    const before = await totals("RON")
    await insert(null, "captured", 700)
    await insert("a2a_test_run", "captured", 700)
    await insert(agent.client_id, "nothing_due", 0)
    expect(await totals("RON")).toEqual(before)
    await sql("delete from gw_payment where description = 'A lamp' and currency = 'RON'")
  })
})
