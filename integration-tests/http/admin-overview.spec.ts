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

/** Higher than any other test's, so that the agent is the first one of the list. */
const LARGE = 900_000_000

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
    const { paid, not_paid } = await read()
    const { total } = await funnelFor("")
    const dropped = total.by_currency.flatMap((one) => one.dropped)
    expect([paid.now, not_paid.now]).toEqual([
      total.by_currency.reduce((sum, one) => sum + one.paid, 0),
      dropped.reduce((sum, { count }) => sum + count, 0),
    ])
  })
})

describe("the revenue of an agent in the overview", () => {
  let agent: Agent
  let payment_id: string
  let start: Overview
  beforeAll(async () => {
    agent = await payingAgent()
    start = await read()
    payment_id = (await paid(agent, { amount: LARGE, currency: "RON" })).artifacts.payment_id
  })

  /** By how much revenue and paid payments have changed, in the period and before it. */
  async function changed(currency: string) {
    const [now, then] = [inCurrency(await read(), currency), inCurrency(start, currency)]
    return {
      revenue: [now.revenue.now - then.revenue.now, now.revenue.before - then.revenue.before],
      paid: [now.paid.now - then.paid.now, now.paid.before - then.paid.before],
    }
  }

  it("is the captured amount of its currency, on today's day and in the agent's line [ADM-41]", async () => {
    expect(await changed("RON")).toEqual({ revenue: [LARGE, 0], paid: [1, 0] })
    expect(await changed("EUR")).toEqual({ revenue: [0, 0], paid: [0, 0] })
    const { days, agents } = inCurrency(await read(), "RON")
    const today = inCurrency(start, "RON").days.at(-1)
    expect(days.at(-1)?.revenue).toBe(LARGE + (today?.revenue ?? 0))
    expect(agents[0]).toMatchObject({
      client_id: agent.client_id,
      client_name: "Test agent",
      revenue: LARGE,
      paid: 1,
    })
  })

  it("is reduced by refunds, and not changed by a declined payment [ADM-41]", async () => {
    const { not_paid } = await read()
    const declined = await agent.createPayment({ amount: 5000, currency: "RON" })
    await authenticate(declined.artifacts.sca_redirect_url, "approve", CARDS.insufficient_funds)
    await agent.settled(declined.task_id)
    expect((await read()).not_paid.now).toBe(not_paid.now + 1)
    const refund = await adminPost(`/admin/agentic-commerce/payments/${payment_id}/refund`, { amount: 1000 })
    expect(refund.status).toBe(200)
    expect(await changed("RON")).toEqual({ revenue: [LARGE - 1000, 0], paid: [1, 0] })
  })

  it("belongs to the day in UTC on which the payment was requested [ADM-41]", async () => {
    const request = (at: string) =>
      sql("update gw_payment set created_at = $2 where id = $1", [payment_id, at])
    const { from } = start
    await request(`${from}T00:00:00Z`)
    expect((await changed("RON")).paid).toEqual([1, 0])
    await request(`${start.before.to}T23:59:59.999Z`)
    expect((await changed("RON")).paid).toEqual([0, 1])
    await request(`${start.before.from}T00:00:00Z`)
    expect((await changed("RON")).paid).toEqual([0, 1])
    await request("2020-01-01T00:00:00Z")
    expect((await changed("RON")).paid).toEqual([0, 0])
  })

  it("excludes payments of the storefront, orders with nothing to pay, and the store's self-test [ADM-35, ADM-41]", async () => {
    const insert = (client_id: string | null, status: string, amount: number) =>
      sql(
        `insert into gw_payment (id, merchant_reference, idempotency_key, origin, intent, currency, description,
           client_id, status, amount, captured_amount, announced_at, next_check_at, provisioned_at)
         values ('pay_' || md5($1 || $2), md5($1 || $2), gen_random_uuid(), 'order', 'sale', 'RON', 'A lamp',
           $3, $2, $4, $4, now(), null, now())`,
        [client_id ?? "none", status, client_id, amount]
      )
    const before = await changed("RON")
    await insert(null, "captured", 700)
    await insert("a2a_test_run", "captured", 700)
    await insert(agent.client_id, "nothing_due", 0)
    expect(await changed("RON")).toEqual(before)
    await sql("delete from gw_payment where description = 'A lamp' and currency = 'RON'")
  })
})
