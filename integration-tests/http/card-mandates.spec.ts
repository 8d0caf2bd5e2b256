import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Agent } from "../support/agent"
import { allow, decide, waitingOf } from "../support/approvals"
import { performEffects } from "../support/bank-ledger"
import { cardRow, createSavedCard, tokenize, tokensAtBank } from "../support/cards"
import { sql } from "../support/database"
import { lockChangedRow } from "../support/row-lock"
import { adminGet, adminPost } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { AS_NEW, changeSettings, refusalsOf } from "../support/policy"
import { CARDS } from "../support/shopper"

const DAY = 86_400_000
const SETTINGS = "/admin/agentic-commerce/settings"

let agent: Agent
beforeAll(() => switchSurfaces({ a2a_enabled: true }))
beforeEach(async () => {
  agent = await Agent.withScopes(...["read", "create", "refund", "tokenize"].map((s) => `a2a:payments:${s}`))
})

afterEach(() => changeSettings({ card_mandate: AS_NEW.card_mandate }))

const charge = (token_id: string, amount: number, more: object = {}) =>
  agent.send("recurrent_charge", { token_id, amount, currency: "EUR", ...more })

const refusal = (data: object) => ({ code: -32026, data: { code: "mandate_limit", ...data } })

/** The number of the client's tasks and payments, and of all orders. */
async function written() {
  const [rows] = await sql<{ tasks: number; payments: number; orders: number }>(
    `select (select count(*)::int from gw_task where client_id = $1) as tasks,
            (select count(*)::int from gw_payment where client_id = $1) as payments,
            (select count(*)::int from "order") as orders`,
    [agent.client_id]
  )
  return rows
}

const cardUnder = async (terms: object, number: string = CARDS.approved) =>
  (await createSavedCard(agent, number, { terms })).token_id

describe("a card that an agent saves", () => {
  it("has the merchant's default mandate, which the bank's page shows and the bank stores [MAN-02]", async () => {
    await changeSettings({
      card_mandate: { days: 30, limits: [{ currency: "EUR", max_per_charge: 2000, max_per_month: 6000 }] },
    })
    const { artifacts, task_id } = await tokenize(agent)
    const page = await (await fetch(artifacts.sca_redirect_url)).text()
    expect(page).toMatch(/at most EUR\s20\.00 each time, at most EUR\s60\.00 in a month, until \d{4}-/)
    const [token] = await tokensAtBank(task_id)
    expect(token?.terms).toMatchObject({ max_amount: 2000, max_per_month: 6000 })
    const { terms } = await cardRow(task_id)
    expect(terms).toEqual({ max_amount: 2000, max_per_month: 6000, expires_at: expect.any(String) as string })
    const ends = Date.parse((terms as { expires_at: string }).expires_at)
    expect(Math.abs(ends - Date.now() - 30 * DAY)).toBeLessThan(60_000)
  })

  it("has the limits that the agent names, and the default for the others [MAN-02]", async () => {
    const token_id = await cardUnder({ max_amount: 1234 })
    expect((await cardRow(token_id)).terms).toMatchObject({ max_amount: 1234, max_per_month: 30_000 })
  })

  it.each(["tokenize_card", "create_payment"])(
    "needs limits from the agent in a currency without a default: %s [MAN-02]",
    async (skill) => {
      await changeSettings({ card_mandate: { limits: [] } })
      const send = (terms: object) => {
        const agreement = { customer_reference: "c", usage: "unscheduled", terms }
        return skill === "tokenize_card"
          ? agent.send(skill, { ...agreement, currency: "EUR" })
          : agent.send(skill, { amount: 100, currency: "EUR", save_card: agreement })
      }
      const path = skill === "tokenize_card" ? "terms.max_per_month" : "save_card.terms.max_per_month"
      const { body } = await send({ max_amount: 100 })
      expect(body.error).toMatchObject({ code: -32602, data: { issues: [{ path }] } })
      const all = { max_amount: 100, max_per_month: 100, expires_at: "2030-01-01T00:00:00Z" }
      expect((await send(all)).body.result.state).toBe("input-required")
    }
  )

  it("cannot be stored without a mandate [MAN-02]", async () => {
    const token_id = await cardUnder({})
    for (const member of ["max_amount", "max_per_month", "expires_at"])
      await expect(
        sql("update gw_card_token set terms = terms - $2::text where id = $1", [token_id, member])
      ).rejects.toThrow(/gw_card_token_mandate/)
  })
})

describe("a charge without the customer", () => {
  it("is made up to the maximum per charge, and not above: no task, order or payment is created [MAN-01]", async () => {
    const token_id = await cardUnder({ max_amount: 2000 })
    const before = await written()
    const { status, body } = await charge(token_id, 2001)
    expect([status, body.error]).toMatchObject([
      200,
      refusal({ limit: "per_charge", currency: "EUR", max: 2000 }),
    ])
    expect(await written()).toEqual(before)
    expect(await refusalsOf(agent.client_id)).toEqual({ mandate_limit: 1 })
    expect((await charge(token_id, 2000)).body.result.state).toBe("completed")
  })

  it("is made up to what is left of the calendar month, and not above [MAN-01]", async () => {
    const token_id = await cardUnder({ max_per_month: 3000 })
    const { body } = await charge(token_id, 2000)
    expect((await charge(token_id, 1001)).body.error).toMatchObject(
      refusal({ limit: "per_month", max: 3000, left: 1000 })
    )
    expect((await charge(token_id, 1000)).body.result.state).toBe("completed")
    expect((await charge(token_id, 1)).body.error.data).toMatchObject({ left: 0 })
    await sql(
      `update gw_payment
          set created_at = date_trunc('month', now() at time zone 'utc') at time zone 'utc' - interval '1 second'
        where id = $1`,
      [body.result.artifacts.payment_id]
    )
    expect((await charge(token_id, 2001)).body.error.data).toMatchObject({ left: 2000 })
    expect((await charge(token_id, 2000)).body.result.state).toBe("completed")
  })

  it("counts toward the month when it is refunded, and not when it failed [MAN-01]", async () => {
    const token_id = await cardUnder({ max_per_month: 2000 }, CARDS.declines_first_charge)
    expect((await charge(token_id, 2000)).body.result.state).toBe("failed")
    const { artifacts } = (await charge(token_id, 2000)).body.result
    const refund = await agent.send("refund_payment", { payment_id: artifacts.payment_id })
    expect((await agent.settled(refund.body.result.task_id)).state).toBe("completed")
    await performEffects(artifacts.payment_id)
    expect((await charge(token_id, 1)).body.error.data).toMatchObject({ limit: "per_month", left: 0 })
  })

  it("is not made in another currency than the mandate's [MAN-01]", async () => {
    const token_id = await cardUnder({})
    expect((await charge(token_id, 1, { currency: "RON" })).body.error).toMatchObject(
      refusal({ limit: "currency", currency: "EUR" })
    )
  })

  it("fits the month once when eight arrive at once [MAN-03]", async () => {
    const token_id = await cardUnder({ max_per_month: 3000 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => charge(token_id, 1000)))
    const made = answers.filter(({ body }) => body.result)
    expect(made.map(({ body }) => body.result.state)).toEqual(["completed", "completed", "completed"])
    const codes = answers.flatMap(({ body }) => (body.error ? [body.error.data.code] : []))
    expect(codes).toEqual(Array<string>(5).fill("mandate_limit"))
    const [sum] = await sql<{ sum: number }>(
      "select sum(captured_amount)::int from gw_payment where card_token_id = $1",
      [token_id]
    )
    expect(sum).toEqual({ sum: 3000 })
  })

  it("waits for a change of the mandate that is not committed yet, and is then refused [MAN-03]", async () => {
    const token_id = await cardUnder({})
    const change = await lockChangedRow("update gw_card_token set terms = terms || $2 where id = $1", [
      token_id,
      { max_amount: 500 },
    ])
    const answer = charge(token_id, 1000)
    await change.stopped()
    await change.commit()
    expect((await answer).body.error).toMatchObject(refusal({ limit: "per_charge", max: 500 }))
    expect(await sql("select 1 from gw_payment where card_token_id = $1", [token_id])).toEqual([])
  })

  it("is checked again when the merchant approves it, and then fails [MAN-01]", async () => {
    const token_id = await cardUnder({ max_per_month: 3000 })
    await allow(agent.client_id, { approval_above: 1500 })
    const { body } = await charge(token_id, 2000)
    expect(body.result.state).toBe("input-required")
    expect((await charge(token_id, 1500)).body.result.state).toBe("completed")
    await decide((await waitingOf(agent.client_id)).id, "approve")
    const { state, artifacts } = await agent.settled(body.result.task_id)
    expect([state, artifacts.error]).toMatchObject(["failed", { code: "mandate_limit", left: 1500 }])
  })

  it("does not limit a payment that the customer authenticates [MAN-04]", async () => {
    await cardUnder({ max_amount: 100, max_per_month: 100 })
    expect((await agent.createPayment({ amount: 50_000 })).state).toBe("input-required")
  })
})

describe("the setting card_mandate", () => {
  it("keeps the members that a change does not name, and is in the audit log [MAN-07]", async () => {
    const before = await adminGet<{ settings: { card_mandate: { limits: object[] } } }>(SETTINGS)
    await changeSettings({ card_mandate: { days: 90 } })
    const { settings } = await adminGet<typeof before>(SETTINGS)
    expect(settings.card_mandate).toEqual({ days: 90, limits: before.settings.card_mandate.limits })
    const audit = await adminGet<{ entries: { detail: object }[] }>(
      "/admin/agentic-commerce/audit?type=settings_changed&limit=1"
    )
    expect(audit.entries[0]?.detail).toMatchObject({ card_mandate: { days: 90 } })
  })

  const EUR = { currency: "EUR", max_per_charge: 100, max_per_month: 100 }
  it.each([
    ["0 days", { days: 0 }],
    ["more than three years", { days: 1096 }],
    ["a limit of 0", { limits: [{ ...EUR, max_per_charge: 0 }] }],
    ["more for a charge than for a month", { limits: [{ ...EUR, max_per_charge: 101 }] }],
    ["no currency", { limits: [{ ...EUR, currency: "euro" }] }],
    ["a currency twice", { limits: [EUR, EUR] }],
    ["unknown members", { months: 3 }],
  ])("is refused with %s [MAN-07]", async (_, card_mandate) => {
    expect((await adminPost(SETTINGS, { card_mandate })).status).toBe(400)
  })

  it("names the currency that is listed twice, by its path [MAN-07]", async () => {
    const answer = await adminPost(SETTINGS, { card_mandate: { limits: [EUR, EUR] } })
    expect(await answer.text()).toContain(
      "card_mandate.limits.1.currency: card_mandate: EUR has more than one limit"
    )
  })

  it("cannot lose its end in the database either [MAN-07]", async () => {
    await expect(sql("update gw_setting set card_mandate = card_mandate - 'days'")).rejects.toThrow(
      /gw_setting_card_mandate/
    )
  })
})
