import { Client } from "@medusajs/framework/pg"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { DISPLAY_STATUSES } from "../../src/domain/display-status"
import { PAYMENT_STATUSES } from "../../src/domain/settlement"
import { type Agent, eventually } from "../support/agent"
import { performEffects, restoreBank, turn } from "../support/bank-ledger"
import { sql } from "../support/database"
import { adminFetch } from "../support/merchant"
import { PAYMENT_CASES, writePayments } from "../support/payment-states"
import { paid, payingAgent } from "../support/payments"
import { CARDS } from "../support/shopper"
import { act, listPayments, tracePayment, underReview } from "../support/staff"
import { world } from "../support/world"

let agent: Agent
let ids: string[]
beforeAll(async () => {
  agent = await payingAgent()
  ids = await writePayments(agent.client_id)
})
afterAll(() => sql("delete from gw_payment where id = any($1)", [ids]))
afterEach(() => restoreBank())

/** The bank's delay until a refund to the test card with failing refunds fails. */
const FAILS_AFTER_SECONDS = 5

/** The display status of a payment in the detail, and each list filter that returns the payment. */
async function statusesOf(payment_id: string, client_id = agent.client_id) {
  const { display_status } = await tracePayment(payment_id)
  const filters = await Promise.all(
    DISPLAY_STATUSES.map(async (status) => {
      const { payments } = await listPayments({ client_id, display_status: status, limit: "100" })
      const found = payments.find((payment) => payment.payment_id === payment_id)
      return found ? [status, found.display_status] : undefined
    })
  )
  return { display_status, listed: filters.filter((found) => found) }
}

const shownAs = (status: string) => ({ display_status: status, listed: [[status, status]] })

describe("the display status of a payment", () => {
  it.each(PAYMENT_CASES.map(({ title, shown_as }, number) => ({ title, shown_as, number })))(
    "is $shown_as for one that is $title, in the list, its filter and the detail [ADM-27]",
    async ({ number, shown_as }) => {
      expect(await statusesOf(ids[number] as string)).toEqual(shownAs(shown_as))
    }
  )

  it("covers every payment status, and every display status has a case", () => {
    const states = new Set(PAYMENT_CASES.map(({ row }) => row.status))
    expect([...states].sort()).toEqual([...PAYMENT_STATUSES].sort())
    expect([...new Set(PAYMENT_CASES.map(({ shown_as }) => shown_as))].sort()).toEqual(
      [...DISPLAY_STATUSES].sort()
    )
  })

  it("can be combined with the status filter, and an unknown display status is rejected", async () => {
    const { payments } = await listPayments({
      client_id: agent.client_id,
      status: "captured",
      display_status: "refunded",
      limit: "100",
    })
    expect(payments.map(({ status, display_status }) => [status, display_status])).toEqual([
      ["captured", "refunded"],
      ["captured", "refunded"],
    ])
    const refused = await adminFetch("/admin/agentic-commerce/payments?display_status=captured")
    expect(refused.status).toBe(400)
  })

  it("shows a failed refund until the review is closed, then paid again [ADM-27]", async () => {
    const { artifacts } = await paid(agent, {}, CARDS.refund_fails)
    const { payment_id } = artifacts
    expect(await statusesOf(payment_id)).toEqual(shownAs("paid"))
    await act(payment_id, "refund", { amount: 4000 })
    await turn("clock", { offset_s: FAILS_AFTER_SECONDS + 1 })
    await underReview(payment_id)
    expect(await statusesOf(payment_id)).toEqual(shownAs("refund_failed"))
    await act(payment_id, "review/resolve", { note: "Paid back by transfer" })
    expect(await statusesOf(payment_id)).toEqual(shownAs("paid"))
  })

  it("follows a payment through its refunds [ADM-27]", async () => {
    const { payment_id } = (await paid(agent)).artifacts
    await act(payment_id, "refund", { amount: 4000 })
    await performEffects(payment_id)
    expect(await statusesOf(payment_id)).toEqual(shownAs("partially_refunded"))
    await act(payment_id, "refund")
    await performEffects(payment_id)
    expect(await statusesOf(payment_id)).toEqual(shownAs("refunded"))
  })

  it("is disputed as soon as the dispute arrives, also after the review is closed [ADM-27]", async () => {
    const { payment_id } = (await paid(agent)).artifacts
    const { bank_payment_id } = await tracePayment(payment_id)
    await turn("dispute", { payment_id: bank_payment_id })
    await eventually(async () => (await tracePayment(payment_id)).review_reason ?? undefined)
    await act(payment_id, "review/resolve", { note: "Answered at the bank" })
    expect(await statusesOf(payment_id)).toEqual(shownAs("disputed"))
  })
})

describe("the filter by display status", () => {
  /** A session with 20,000 payments in a temporary table that has the store's indexes and hides the real table. */
  const session = new Client({ connectionString: world().database_url })
  beforeAll(async () => {
    await session.connect()
    await session.query("create temp table gw_payment (like public.gw_payment including all)")
    await session.query(
      `insert into gw_payment (id, merchant_reference, idempotency_key, origin, client_id, intent, status, amount,
                               captured_amount, refunded_amount, currency, description, created_at)
       select 'pay_' || n, 'gwp_' || n, gen_random_uuid(), 'order', 'client_' || n % 5, 'sale', 'captured', 1000, 1000,
              case when n % 50 < 2 then 1000 else 0 end, case when n % 5 = 0 then 'RON' else 'EUR' end, 'A lamp',
              now() - n * interval '1 second'
         from generate_series(1, 20000) n`
    )
    await session.query("analyze gw_payment")
  })
  afterAll(() => session.end())

  it.each([
    ["display_status", "order by created_at desc, id desc"],
    ["currency_display_status", "and currency = 'RON' order by created_at desc, id desc"],
    [
      "client_id_display_status",
      "and client_id = any(array['client_1']) order by client_id, created_at desc, id desc",
    ],
  ])("reads one page through the index on %s and scans no other rows [ADM-27]", async (columns, narrowed) => {
    const { rows } = await session.query<{ "QUERY PLAN": string }>(
      `explain select * from gw_payment where display_status = 'refunded' ${narrowed} limit 20`
    )
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n")
    expect(plan).toContain(`gw_payment_${columns}_created_at_id_idx`)
    expect(plan).not.toMatch(/Sort|Filter/)
  })
})
