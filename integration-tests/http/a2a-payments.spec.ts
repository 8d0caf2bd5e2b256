import { beforeAll, describe, expect, it } from "vitest"
import { Agent } from "../support/agent"
import { openMarket } from "../support/markets"
import { capturesOf, orderNumber, timesPlaced } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { CARDS, authenticate } from "../support/shopper"
import { sql } from "../support/database"
import { world } from "../support/world"

describe("create_payment", () => {
  let agent: Agent
  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true })
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
  })

  it("creates a pending order and returns the bank's authentication page [SRV-01, SRV-06, BANK-19, A2A-15, A2A-16, A2A-30, A2A-36, A2A-37, TASK-06, AUTH-08]", async () => {
    const task = await agent.createPayment({ order_reference: "A-1042", mode: "redirect" })
    expect(task.state).toBe("input-required")
    expect(task.artifacts.sca_redirect_url).toMatch(new RegExp(`^${world().simulator_url}/sca/`))
    const order = await orderNumber(task.artifacts.shop_order_id)
    expect(order).toMatchObject({
      status: "pending",
      payment_status: "awaiting",
      total: 15,
      currency_code: "eur",
    })
    expect(capturesOf(order)).toEqual([])
    expect(timesPlaced(order)).toBe(0)
  })

  it("completes the task and marks the order paid when the signed IPN arrives [BANK-19, SRV-02, BANK-01, TASK-07, EVT-06]", async () => {
    const { task_id, artifacts } = await agent.createPayment({ amount: 2599, order_reference: "A-1043" })
    await authenticate(artifacts.sca_redirect_url)
    const task = await agent.settled(task_id)
    expect(task.state).toBe("completed")
    expect(task.artifacts.payment).toMatchObject({
      payment_id: artifacts.payment_id,
      shop_order_id: artifacts.shop_order_id,
      order_reference: "A-1043",
      status: "captured",
      amount: 2599,
      captured_amount: 2599,
      refunded_amount: 0,
      currency: "EUR",
      card: { brand: "visa", last4: "1111" },
    })
    const order = await orderNumber(artifacts.shop_order_id)
    expect(order).toMatchObject({
      payment_status: "captured",
      summary: { paid_total: 25.99, pending_difference: 0 },
    })
    expect(capturesOf(order)).toEqual([25.99])
    expect(timesPlaced(order)).toBe(1)
  })

  it("charges the exact amount in another currency of the store [SRV-20]", async () => {
    const { task_id, artifacts } = await agent.createPayment({ amount: 1, currency: "RON" })
    await authenticate(artifacts.sca_redirect_url)
    expect((await agent.settled(task_id)).artifacts.payment).toMatchObject({ amount: 1, currency: "RON" })
    expect(capturesOf(await orderNumber(artifacts.shop_order_id))).toEqual([0.01])
  })

  it.each([
    ["declined", "approve", CARDS.insufficient_funds, "insufficient_funds"],
    ["canceled by the customer", "cancel", CARDS.approved, "canceled"],
    ["not finished in time", "timeout", CARDS.approved, "sca_abandoned"],
  ] as const)(
    "fails with the reason when the payment was %s, and cancels the order without announcing it [TASK-08, BANK-18, BANK-19, BANK-30]",
    async (_, action, card, code) => {
      const { task_id, artifacts } = await agent.createPayment()
      await authenticate(artifacts.sca_redirect_url, action, card)
      const task = await agent.settled(task_id)
      expect(task.state).toBe("failed")
      expect(task.artifacts.error?.code).toBe(code)
      const order = await orderNumber(artifacts.shop_order_id)
      expect(order).toMatchObject({ status: "canceled" })
      expect(timesPlaced(order)).toBe(0)
    }
  )

  it("fails the task and leaves no open order when the bank rejects the payment [A2A-47]", async () => {
    await openMarket("sek", "se")
    const before = await rowCounts()
    const { body } = await agent.send("create_payment", { amount: 1500, currency: "SEK" })
    expect(body.result).toMatchObject({
      state: "failed",
      artifacts: { error: { code: "payment_not_created" } },
    })
    expect((await rowCounts()).order).toBe(before.order)
  })

  const refused: [string, Record<string, unknown>, string][] = [
    ["no amount", { amount: undefined }, "amount"],
    ["a negative amount", { amount: -1 }, "amount"],
    ["an amount of 0", { amount: 0 }, "amount"],
    ["a fraction of a minor unit", { amount: 15.5 }, "amount"],
    ["a string as the amount", { amount: "1500" }, "amount"],
    ["an amount over 10^9 minor units", { amount: 1_000_000_001 }, "amount"],
    ["an amount beyond any integer", { amount: 1e300 }, "amount"],
    ["a lowercase currency", { currency: "eur" }, "currency"],
    ["a currency that does not exist", { currency: "EUX" }, "currency"],
    ["a currency the store does not sell in", { currency: "CHF" }, "currency"],
    ["an unknown mode", { mode: "iframe" }, "mode"],
    ["an unknown payment method", { method: "cash" }, "method"],
    ["a payment method the store does not offer", { method: "bizum" }, "method"],
    ["a reference of 101 characters", { order_reference: "x".repeat(101) }, "order_reference"],
    ["an invalid email address", { customer: { email: "no-address" } }, "customer.email"],
  ]
  it.each(refused)(
    "rejects %s as invalid_params, names the member, and writes nothing [A2A-31, A2A-32, A2A-33, A2A-35, ERR-10, SRV-22]",
    async (_, change, path) => {
      const before = await rowCounts()
      const { status, body } = await agent.send("create_payment", {
        amount: 1500,
        currency: "EUR",
        ...change,
      })
      expect(status).toBe(200)
      expect(body.error).toMatchObject({ code: -32602, data: { code: "invalid_params" } })
      expect((body.error.data.issues as { path: string }[]).map((issue) => issue.path)).toContain(path)
      expect(await rowCounts()).toEqual(before)
    }
  )

  it("rejects unknown members [A2A-34]", async () => {
    const { body } = await agent.send("create_payment", { amount: 1500, currency: "EUR", ammount: 1 })
    expect(JSON.stringify(body.error.data.issues)).toContain("ammount")
  })

  it("returns the same task for the same key and input, also when 20 requests arrive at once [A2A-22]", async () => {
    const send = () => agent.send("create_payment", { amount: 700, currency: "EUR" }, "key-twenty")
    const before = await rowCounts()
    const answers = await Promise.all(Array.from({ length: 20 }, send))
    const ids = new Set(answers.map(({ body }) => body.result.task_id))
    expect(ids.size).toBe(1)
    const after = await rowCounts()
    expect([after.gw_payment - before.gw_payment, after.order - before.order]).toEqual([1, 1])
    expect((await send()).body.result).toMatchObject({ task_id: [...ids][0], state: "input-required" })
  })

  it("answers idempotency_conflict when the same key arrives with other input [A2A-14, A2A-23]", async () => {
    await agent.send("create_payment", { amount: 700, currency: "EUR" }, "key-conflict")
    const { status, body } = await agent.send(
      "create_payment",
      { amount: 701, currency: "EUR" },
      "key-conflict"
    )
    expect(status).toBe(200)
    expect(body.error).toMatchObject({ code: -32023, data: { code: "idempotency_conflict" } })
  })

  it("lets two clients use the same key, each for its own payment [A2A-24]", async () => {
    const other = await Agent.withScopes("a2a:payments:create")
    const input = { amount: 700, currency: "EUR" }
    const one = await agent.send("create_payment", input, "key-shared")
    const two = await other.send("create_payment", input, "key-shared")
    expect(two.body.result.task_id).not.toBe(one.body.result.task_id)
  })
})

async function rowCounts(): Promise<Record<"gw_task" | "gw_payment" | "order", number>> {
  const [row] = await sql<Record<"gw_task" | "gw_payment" | "order", number>>(
    `select (select count(*) from gw_task)::int gw_task, (select count(*) from gw_payment)::int gw_payment,
            (select count(*) from "order" where deleted_at is null)::int "order"`
  )
  if (!row) throw new Error("no counts")
  return row
}
