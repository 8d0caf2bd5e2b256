import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { Agent, type Task, eventually } from "../support/agent"
import { clearFaults, fault, ledgerOf, performEffects, turn } from "../support/bank-ledger"
import {
  cardRow,
  createSavedCard,
  runPlannedLookup as lookUpCard,
  tokenize,
  tokensAtBank,
} from "../support/cards"
import { sql } from "../support/database"
import { runPlannedLookup } from "../support/lookups"
import { capturesOf, orderNumber, timesPlaced } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { pauseSchedule } from "../support/pause-schedule"
import { CARDS, authenticate } from "../support/shopper"
import { inOwnWorld } from "../support/own-world"
import { everySetting } from "../support/store-keys"

inOwnWorld(everySetting())

let agent: Agent
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:tokenize")
})
afterEach(() => clearFaults())

const CHARGE = { amount: 1500, currency: "EUR" }

async function charge(token_id: string, input: object = {}, key?: string): Promise<Task> {
  const { body } = await agent.send("recurrent_charge", { token_id, ...CHARGE, ...input }, key)
  if (!body.result) throw new Error(`recurrent_charge answered ${JSON.stringify(body.error)}`)
  return body.result
}

/** The bank has captured the money once, and the order has one capture record. */
async function expectPaidOnce({ artifacts }: Task, major: number): Promise<void> {
  await performEffects(artifacts.payment_id)
  const order = await orderNumber(artifacts.shop_order_id)
  expect(order).toMatchObject({
    payment_status: "captured",
    summary: { paid_total: major, pending_difference: 0 },
  })
  expect(capturesOf(order)).toEqual([major])
  expect(timesPlaced(order)).toBe(1)
  expect((await ledgerOf(artifacts.payment_id)).amounts.captured).toBe(Math.round(major * 100))
}

/** The task of a charge with an unknown outcome, after the store has queried the bank. */
async function settledByLookup({ task_id, payment_id }: Record<string, unknown>): Promise<Task> {
  await runPlannedLookup(String(payment_id))
  return agent.settled(String(task_id))
}

/** The order is canceled without a capture. */
async function expectCanceled({ artifacts }: Task): Promise<void> {
  const order = await orderNumber(artifacts.shop_order_id)
  expect(order.status).toBe("canceled")
  expect(capturesOf(order)).toEqual([])
  expect(timesPlaced(order)).toBe(0)
}

/** A saved card that the store learns of by its planned look-up alone. */
async function createUnreportedCard(input: object): Promise<string> {
  await fault({ ipn: { drop: true } })
  const { task_id, artifacts } = await tokenize(agent, input)
  await authenticate(artifacts.sca_redirect_url, "approve")
  await lookUpCard(task_id)
  const { card } = (await agent.settled(task_id)).artifacts
  return String(card?.token_id)
}

describe("recurrent_charge", () => {
  it("pays a real order with a saved card, without the customer [A2A-46, AUTH-12, SRV-01, SRV-03]", async () => {
    const { token_id } = await createSavedCard(agent, CARDS.mastercard)
    const task = await charge(token_id, { amount: 2599, order_reference: "R-1" })
    expect(task).toMatchObject({ skill_id: "recurrent_charge", state: "completed" })
    expect(task.artifacts.payment).toMatchObject({
      payment_id: task.artifacts.payment_id,
      shop_order_id: task.artifacts.shop_order_id,
      order_reference: "R-1",
      status: "captured",
      amount: 2599,
      captured_amount: 2599,
      currency: "EUR",
      card: { brand: "mastercard", last4: "4444" },
    })
    expect(task.artifacts.sca_redirect_url).toBeUndefined()
    await expectPaidOnce(task, 25.99)
    const { body } = await agent.send("query_payment_status", { payment_id: task.artifacts.payment_id })
    expect(body.result.artifacts.payment).toEqual(task.artifacts.payment)
  })

  it("sends the bank the network transaction id of the customer's agreement [A2A-46]", async () => {
    const { token_id } = await createSavedCard(agent, CARDS.approved, { usage: "unscheduled" })
    const { artifacts } = await charge(token_id)
    const { network_transaction_id } = await cardRow(token_id)
    expect(await ledgerOf(artifacts.payment_id)).toMatchObject({
      mit: { type: "unscheduled", initial_network_transaction_id: network_transaction_id },
    })
  })

  it("may be repeated for the same card, each time with its own order [A2A-46]", async () => {
    const { token_id } = await createSavedCard(agent)
    const [one, two] = [await charge(token_id), await charge(token_id)]
    expect(two.artifacts.shop_order_id).not.toBe(one.artifacts.shop_order_id)
    for (const task of [one, two]) await expectPaidOnce(task, 15)
  })

  it.each([
    ["EUR", 1999, 19.99],
    ["RON", 1, 0.01],
  ])("is exact in %s [A2A-46, SRV-20]", async (currency, amount, major) => {
    const { token_id } = await createSavedCard(agent, CARDS.approved, { currency })
    await expectPaidOnce(await charge(token_id, { currency, amount }), major)
  })

  it("fails with the bank's reason when the issuer requires the customer, and cancels the order [A2A-46]", async () => {
    const { token_id } = await createSavedCard(agent, CARDS.needs_shopper)
    const task = await charge(token_id)
    expect([task.state, task.artifacts.error?.code]).toEqual(["failed", "sca_required"])
    expect(task.artifacts.payment).toMatchObject({ status: "declined", decline: { code: "sca_required" } })
    await expectCanceled(task)
  })

  it("may succeed after a decline: the card stays active [A2A-46]", async () => {
    const { token_id } = await createSavedCard(agent, CARDS.declines_first_charge)
    const first = await charge(token_id)
    expect([first.state, first.artifacts.error?.code]).toEqual(["failed", "insufficient_funds"])
    await expectCanceled(first)
    const second = await charge(token_id)
    expect(second.state).toBe("completed")
    await expectPaidOnce(second, 15)
  })

  describe("when only the bank knows the limit", () => {
    // A report of the card during the test would show that the store's record, which the test changes, differs.
    pauseSchedule("catch-up-events")
    pauseSchedule("reconcile-cards")

    it.each([
      ["above the limit", { amount: 5001 }, "terms = terms || '{\"max_amount\": 9000}'"],
      ["in another currency than the limit", { currency: "RON" }, "currency = 'RON'"],
    ])(
      "fails when it is %s that the bank enforces, and cancels the order [A2A-46]",
      async (_, input, change) => {
        const token_id = await createUnreportedCard({ terms: { max_amount: 5000 } })
        // The store rejects such a charge itself, unless its own record of the limit is wrong.
        await sql(`update gw_card_token set ${change} where id = $1`, [token_id])
        const task = await charge(token_id, input)
        expect([task.state, task.artifacts.error?.code]).toEqual(["failed", "mandate_limit"])
        await expectCanceled(task)
        await sql("update gw_card_token set currency = 'EUR' where id = $1", [token_id])
        await expectPaidOnce(await charge(token_id, { amount: 5000 }), 50)
      }
    )
  })

  it("returns the same task and makes one charge for the same key and input, also when 20 requests arrive at once [A2A-22, A2A-46]", async () => {
    const { token_id } = await createSavedCard(agent)
    const before = await rowCounts()
    const send = () => agent.send("recurrent_charge", { token_id, ...CHARGE }, "charge-twenty")
    const answers = await Promise.all(Array.from({ length: 20 }, send))
    const ids = new Set(answers.map(({ body }) => body.result.task_id))
    expect(ids.size).toBe(1)
    const task = await agent.settled([...ids][0] ?? "")
    expect(task.state).toBe("completed")
    await expectPaidOnce(task, 15)
    expect((await rowCounts()).order - before.order).toBe(1)
    expect((await send()).body.result).toEqual(task)
    const other = await agent.send("recurrent_charge", { token_id, ...CHARGE, amount: 1501 }, "charge-twenty")
    expect(other.body.error.data.code).toBe("idempotency_conflict")
  })

  const refused: [string, Record<string, unknown>, string][] = [
    ["no token_id", { token_id: undefined }, "token_id"],
    ["a token_id of 101 characters", { token_id: "x".repeat(101) }, "token_id"],
    ["no amount", { amount: undefined }, "amount"],
    ["an amount of 0", { amount: 0 }, "amount"],
    ["a fraction of a minor unit", { amount: 15.5 }, "amount"],
    ["an amount over 10^9 minor units", { amount: 1_000_000_001 }, "amount"],
    ["a lowercase currency", { currency: "eur" }, "currency"],
    ["a currency the store does not sell in", { currency: "CHF" }, "currency"],
    ["a reference of 101 characters", { order_reference: "x".repeat(101) }, "order_reference"],
    ["unknown members", { return_url: "https://shop.example" }, "return_url"],
  ]
  it.each(refused)(
    "rejects %s as invalid_params, and writes nothing [A2A-34, A2A-35]",
    async (_, change, path) => {
      const { token_id } = await createSavedCard(agent)
      const before = await rowCounts()
      const { body } = await agent.send("recurrent_charge", { token_id, ...CHARGE, ...change })
      expect(body.error).toMatchObject({ code: -32602, data: { code: "invalid_params" } })
      expect((body.error.data.issues as { path: string }[]).map((issue) => issue.path)).toContain(path)
      expect(await rowCounts()).toEqual(before)
    }
  )

  it("returns the same error for an unknown card and another client's card, and creates no task [A2A-41, A2A-46]", async () => {
    const { token_id } = await createSavedCard(agent)
    const stranger = await Agent.withScopes("a2a:payments:tokenize")
    const before = await rowCounts()
    for (const id of [token_id, "card_000000000000000000000000"]) {
      const { status, body } = await stranger.send("recurrent_charge", { token_id: id, ...CHARGE })
      expect(status).toBe(200)
      expect(body.error).toMatchObject({ code: -32020, data: { code: "card_not_found" } })
    }
    expect((await rowCounts()).gw_task).toBe(before.gw_task)
  })

  it("is rejected without its own scope [AUTH-12]", async () => {
    const { token_id } = await createSavedCard(agent)
    const other = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    const { status, body } = await other.send("recurrent_charge", { token_id, ...CHARGE })
    expect(status).toBe(403)
    expect(body.error.data).toMatchObject({ required_scope: "a2a:payments:tokenize" })
  })
})

describe("a card that is no longer active", () => {
  const refusal = async (token_id: string) =>
    (await agent.send("recurrent_charge", { token_id, ...CHARGE })).body.error

  it("is not charged after the bank has reported its revocation, and no task is created [A2A-46]", async () => {
    const { token_id } = await createSavedCard(agent)
    const [token] = await tokensAtBank(token_id)
    await turn("revoke", { token_id: token?.id })
    await eventually(async () => ((await cardRow(token_id)).status === "revoked" ? true : undefined))
    const before = await rowCounts()
    expect(await refusal(token_id)).toMatchObject({
      code: -32021,
      data: { code: "invalid_state", token_id, status: "revoked" },
    })
    expect(await rowCounts()).toEqual(before)
  })

  it("is not charged when the bank has not reported its revocation yet; the store queries the bank and learns it [A2A-46]", async () => {
    const { token_id } = await createSavedCard(agent)
    const [token] = await tokensAtBank(token_id)
    await fault({ scope: { operation: "events" }, api: { status: 503 } })
    await fault({ scope: { type: "token.revoked" }, ipn: { drop: true } })
    await turn("revoke", { token_id: token?.id })
    const task = await charge(token_id)
    expect([task.state, task.artifacts.error?.code]).toEqual(["failed", "token_not_active"])
    await expectCanceled(task)
    await eventually(async () => ((await cardRow(token_id)).status === "revoked" ? true : undefined))
    expect((await refusal(token_id)).data.status).toBe("revoked")
  })

  it("is not charged once its revocation is requested, before the bank has confirmed it [A2A-46]", async () => {
    const { token_id } = await createSavedCard(agent)
    // Simulates a removal in the customer's app while the bank does not answer.
    await sql("update gw_card_token set revoke_requested_at = now() where id = $1", [token_id])
    const before = await rowCounts()
    expect((await refusal(token_id))?.data).toMatchObject({ code: "invalid_state", status: "revoked" })
    expect(await rowCounts()).toEqual(before)
  })

  it("is not charged after the end the customer agreed to [A2A-46]", async () => {
    const { token_id } = await createSavedCard(agent, CARDS.approved, {
      terms: { expires_at: new Date(Date.now() + 3_600_000).toISOString() },
    })
    expect((await charge(token_id)).state).toBe("completed")
    await sql(
      `update gw_card_token set terms = jsonb_set(terms, '{expires_at}', to_jsonb(now() - interval '1 second')) where id = $1`,
      [token_id]
    )
    await eventually(async () => ((await refusal(token_id))?.data.status === "expired" ? true : undefined))
  })

  it("is not charged before the customer has authenticated", async () => {
    const { body } = await agent.send("tokenize_card", { customer_reference: "c", currency: "EUR" })
    const { id } = await cardRow(body.result.task_id)
    expect((await refusal(String(id))).data.status).toBe("requires_action")
  })
})

describe("a bank that does not report the outcome of a charge", () => {
  it("is queried, and the charge completes once without a second charge [A2A-46, A2A-48, BANK-13]", async () => {
    const { token_id } = await createSavedCard(agent)
    await fault({ scope: { operation: "charge", times: 4 }, api: { execute_then_fail: true } })
    await fault({ scope: { operation: "events" }, api: { status: 503 } })
    await fault({ ipn: { drop: true } })
    const { body } = await agent.send("recurrent_charge", { token_id, ...CHARGE }, "charge-unknown")
    expect(body.error).toMatchObject({ code: -32024, data: { code: "bank_unavailable" } })
    const task = await settledByLookup(body.error.data)
    expect(task.state).toBe("completed")
    await expectPaidOnce(task, 15)
    const again = await agent.send("recurrent_charge", { token_id, ...CHARGE }, "charge-unknown")
    expect(again.body.result.task_id).toBe(task.task_id)
  })

  it.each([
    ["does not know the charge", 4, 503],
    ["has limited the calls", 1, 429],
    ["does not accept the store's signature", 1, 401],
    ["does not accept the merchant", 1, 403],
  ])("gets the same call with the same key again when it %s [A2A-46, BANK-15]", async (_, times, status) => {
    const { token_id } = await createSavedCard(agent)
    await fault({ scope: { operation: "charge", times }, api: { status } })
    const { body } = await agent.send("recurrent_charge", { token_id, ...CHARGE })
    expect(body.error.data.code).toBe("bank_unavailable")
    const task = await settledByLookup(body.error.data)
    expect(task.state).toBe("completed")
    await expectPaidOnce(task, 15)
  })

  it("fails the task at once when it rejects the charge after it has limited the calls [A2A-46, BANK-43]", async () => {
    const { token_id } = await createSavedCard(agent, CARDS.approved, { terms: { max_amount: 1000 } })
    await sql(`update gw_card_token set terms = terms || '{"max_amount": 9000}' where id = $1`, [token_id])
    await fault({ scope: { operation: "charge", times: 1 }, api: { status: 429 } })
    const { body } = await agent.send("recurrent_charge", { token_id, ...CHARGE })
    expect(body.error.data.code).toBe("bank_unavailable")
    const task = await settledByLookup(body.error.data)
    expect([task.state, task.artifacts.error?.code]).toEqual(["failed", "mandate_limit"])
    await expectCanceled(task)
  })

  it("fails the task when it finally rejects the charge, and the order is canceled [A2A-46, A2A-47]", async () => {
    const { token_id } = await createSavedCard(agent, CARDS.approved, { terms: { max_amount: 1000 } })
    await sql(`update gw_card_token set terms = terms || '{"max_amount": 9000}' where id = $1`, [token_id])
    await fault({ scope: { operation: "charge", times: 4 }, api: { status: 503 } })
    const { body } = await agent.send("recurrent_charge", { token_id, ...CHARGE })
    expect(body.error.data.code).toBe("bank_unavailable")
    // The bank may have executed the first attempt, so a later rejection proves nothing. Its ledger decides in
    // the end.
    await sql("update gw_payment set created_at = now() - interval '20 minutes' where id = $1", [
      body.error.data.payment_id,
    ])
    const task = await settledByLookup(body.error.data)
    expect([task.state, task.artifacts.error?.code]).toEqual(["failed", "not_executed"])
    await expectCanceled(task)
  })

  it.each([
    ["before it answers", { before_response: true }],
    ["five times", { duplicate: 4 }],
  ])("but sends notifications %s settles the charge once [A2A-46]", async (_, ipn) => {
    const { token_id } = await createSavedCard(agent)
    await fault({ scope: { type: "payment.captured" }, ipn })
    await expectPaidOnce(await charge(token_id), 15)
  })
})

type Counted = "gw_task" | "gw_payment" | "order"
async function rowCounts(): Promise<Record<Counted, number>> {
  const [row] = await sql<Record<Counted, number>>(
    `select (select count(*) from gw_task)::int gw_task, (select count(*) from gw_payment)::int gw_payment,
            (select count(*) from "order")::int "order"`
  )
  if (!row) throw new Error("no counts")
  return row
}
