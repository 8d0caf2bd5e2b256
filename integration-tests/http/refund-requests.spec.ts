import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Agent, eventually } from "../support/agent"
import { approvalsOf, decide, decided, waitingOf } from "../support/approvals"
import { ledgerOf, performEffects } from "../support/bank-ledger"
import { Buyer } from "../support/buyer"
import { closeCatalog, openCatalog } from "../support/catalog"
import { sql } from "../support/database"
import { runJob, runJobAlone } from "../support/jobs"
import { adminGet, refundInAdmin, refundsOf, orderNumber } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { AS_NEW, changeSettings, refusalsOf } from "../support/policy"
import { authenticate } from "../support/shopper"
import {
  adjustmentsOf,
  type Bought,
  inAdmin,
  orderThroughUcp,
  readOrder,
  refundIn,
  stockUp,
} from "../support/ucp-orders"

let guests: Buyer
let shopper: Buyer

beforeAll(async () => {
  await openCatalog()
  await stockUp()
  guests = await Buyer.forGuests()
  shopper = await Buyer.forCustomer()
})
afterEach(() => changeSettings({ refunds: AS_NEW.refunds }))
afterAll(closeCatalog)

const refund = (bought: Bought, body: object = {}, buyer = shopper, headers = {}) =>
  buyer.send(`/orders/${bought.id}/refund`, { body, headers })

const atBank = async ({ payment_id }: Bought) =>
  (await ledgerOf(payment_id)).refunds.map(({ amount }) => amount)

/** The refund adjustments of an order: status, amount and description. */
const refundsIn = async ({ id }: Bought, buyer = shopper) =>
  adjustmentsOf(await readOrder(buyer, id), "refund").map(({ status, totals, description }) => ({
    status,
    amount: totals?.[0]?.amount,
    ...(description !== undefined && { description }),
  }))

/** An order of the customer with a refund of 2.50 EUR that waits for the merchant's approval. */
async function requested(body: object = {}) {
  const bought = await orderThroughUcp(shopper)
  const answer = await refundIn(shopper, refund(bought, { amount: 250, ...body }))
  expect(answer).toMatchObject({ status: "pending", refunded_amount: 0 })
  return { bought, approval: await waitingOf(shopper.client_id), answer }
}

/** Waits until the bank has made the refunds of an order. */
const refunded = (bought: Bought) =>
  eventually(async () => {
    const made = await atBank(bought)
    return made.length ? made : undefined
  })

async function fulfill({ order_id }: Bought): Promise<void> {
  const { order } = await adminGet<{ order: { items: { id: string }[] } }>(
    `/admin/orders/${order_id}?fields=*items`
  )
  await inAdmin(`/orders/${order_id}/fulfillments`, { items: [{ id: order.items[0]?.id, quantity: 1 }] })
}

/** Allows automatic refunds of customers' clients, up to these limits. */
const automatic = (limits: object = {}, more: object = {}) =>
  changeSettings({
    refunds: {
      customer_clients: "automatic",
      limits: [
        { currency: "EUR", max_per_refund: 300, max_per_client: 5_000, max_per_day: 1_000_000, ...limits },
      ],
      ...more,
    },
  })

const statusOf = async (answer: Promise<{ status: number; body: unknown }>) =>
  (await refundIn(shopper, answer)).status

describe("a refund that a customer's client requests", () => {
  it("waits for the merchant in a new store, and the agent sees it pending; nothing is refunded [RFD-01]", async () => {
    const { bought, approval, answer } = await requested({ reason: "Chipped", reason_code: "damaged" })
    expect(answer.messages).toMatchObject([{ type: "info", code: "refund_pending_approval" }])
    expect(approval).toMatchObject({
      kind: "refund",
      amount: 250,
      currency: "EUR",
      status: "waiting",
      refund_of: bought.payment_id,
      order_number: Number(bought.id),
      description: "Chipped",
      reason_code: "damaged",
      task_id: null,
      session_id: null,
      payment_id: null,
      customer_email: expect.any(String) as string,
    })
    const order = await readOrder(shopper, bought.id)
    expect(order.messages).toMatchObject([{ type: "info", code: "refund_pending_approval" }])
    expect(await refundsIn(bought)).toEqual([{ status: "pending", amount: -250, description: "Chipped" }])
    expect(await atBank(bought)).toEqual([])
  })

  it("is executed once at the bank and in Medusa when staff approve it in two browsers at once [RFD-02]", async () => {
    const { bought, approval } = await requested({ reason: "Chipped" })
    const answers = await Promise.all([1, 2, 3].map(() => decide(approval.id, "approve")))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(await refunded(bought)).toEqual([250])
    await eventually(async () => ((await refundsIn(bought))[0]?.status === "completed" ? true : undefined))
    await performEffects(bought.payment_id)
    await runJob("settle-leftovers")
    expect(await atBank(bought)).toEqual([250])
    expect(refundsOf(await orderNumber(Number(bought.id)))).toEqual([2.5])
    expect(await refundsIn(bought)).toEqual([{ status: "completed", amount: -250, description: "Chipped" }])
    expect(await readOrder(shopper, bought.id)).not.toHaveProperty("messages")
  })

  it("is shown as failed when staff reject it or do not decide in time, and can be requested again [RFD-03]", async () => {
    const { bought, approval } = await requested()
    await decided(approval.id, "refuse")
    const rejected = { status: "failed", amount: -250, description: "The merchant has rejected the refund." }
    expect(await refundsIn(bought)).toEqual([rejected])
    await refundIn(shopper, refund(bought, { amount: 100 }))
    const { id, expires_at } = await waitingOf(shopper.client_id)
    expect((Date.parse(expires_at) - Date.now()) / 86_400_000).toBeCloseTo(7, 1)
    await sql("update gw_approval set expires_at = now() where id = $1", [id])
    expect((await decide(id, "approve")).status).toBe(400)
    await runJobAlone("end-interrupted")
    expect((await refundsIn(bought)).map(({ status }) => status)).toEqual(["failed", "failed"])
    expect(await atBank(bought)).toEqual([])
  })

  it("ends when the order is refunded otherwise, and no longer waits for staff [RFD-03]", async () => {
    const { bought, approval } = await requested()
    expect((await shopper.send(`/orders/${bought.id}/cancel`)).status).toBe(200)
    await performEffects(bought.payment_id)
    await runJobAlone("end-interrupted")
    expect((await approvalsOf(shopper.client_id)).find(({ id }) => id === approval.id)).toMatchObject({
      status: "canceled",
      failure_code: "amount_exceeds_captured",
    })
    const shown = await refundsIn(bought)
    expect(shown).toContainEqual({
      status: "failed",
      amount: -250,
      description: "Less than this amount was left to refund.",
    })
    expect(shown.filter(({ status }) => status === "pending")).toEqual([])
    expect((await decide(approval.id, "approve")).status).toBe(400)
  })

  it("ends when the cardholder wins a dispute about the amount, and not while the dispute is open [RFD-03]", async () => {
    const { bought, approval } = await requested()
    const dispute = (status: string) => ({
      id: "dsp_1",
      amount: 10_000_000,
      reason: "fraudulent",
      status,
      at: new Date(),
    })
    for (const [status, expected] of [
      ["open", "waiting"],
      ["won", "waiting"],
      ["lost", "canceled"],
    ] as const) {
      await sql("update gw_payment set disputes = $2 where id = $1", [
        bought.payment_id,
        JSON.stringify([dispute(status)]),
      ])
      await runJobAlone("end-interrupted")
      const found = (await approvalsOf(shopper.client_id)).find(({ id }) => id === approval.id)
      expect(found?.status).toBe(expected)
    }
  })

  it("is the same request when its key is repeated, and another request is refused while it waits [RFD-04]", async () => {
    const bought = await orderThroughUcp(shopper)
    const key = { "idempotency-key": randomUUID() }
    const first = await refund(bought, { amount: 250 }, shopper, key)
    expect((await refund(bought, { amount: 250 }, shopper, key)).body).toEqual(first.body)
    await sql(
      "update gw_idempotency set answer = null, leased_until = now() - interval '1 second' where key = $1",
      [key["idempotency-key"]]
    )
    expect((await refund(bought, { amount: 250 }, shopper, key)).body).toEqual(first.body)
    const second = await refund(bought, { amount: 100 })
    expect([second.status, second.body]).toMatchObject([409, { code: "refund_pending_approval" }])
    const waiting = await approvalsOf(shopper.client_id, "&status=waiting")
    const own = waiting.filter(({ refund_of }) => refund_of === bought.payment_id)
    expect(own).toHaveLength(1)
    const { id } = own[0] ?? { id: "" }
    await decided(id, "refuse")
  })

  it("is refused and counted in the audit log while refunds are off [RFD-05]", async () => {
    const bought = await orderThroughUcp(shopper)
    await changeSettings({ refunds: { customer_clients: "off" } })
    const before = (await refusalsOf(shopper.client_id)).refunds_disabled ?? 0
    const { status, body } = await refund(bought, { amount: 250 })
    expect([status, body]).toMatchObject([403, { code: "refunds_disabled" }])
    expect((await refusalsOf(shopper.client_id)).refunds_disabled).toBe(before + 1)
    expect([await refundsIn(bought), await atBank(bought)]).toEqual([[], []])
    expect(await statusOf(refund(await orderThroughUcp(guests), { amount: 250 }, guests))).toBe(
      "partially_refunded"
    )
  })

  it("is automatic up to the amount per refund, per client and per day, and above waits for approval [RFD-06]", async () => {
    await automatic()
    const bought = await orderThroughUcp(shopper)
    expect(await statusOf(refund(bought, { amount: 300 }))).toBe("partially_refunded")
    expect(await statusOf(refund(bought, { amount: 301 }))).toBe("pending")
    expect(await atBank(bought)).toEqual([300])
    const spent = await automaticToday(shopper.client_id)
    await automatic({ max_per_client: spent + 300 })
    const next = await orderThroughUcp(shopper)
    expect(await statusOf(refund(next, { amount: 300 }))).toBe("partially_refunded")
    const beyond = await orderThroughUcp(shopper)
    expect(await statusOf(refund(beyond, { amount: 1 }))).toBe("pending")
    await automatic({ max_per_client: 5_000, max_per_day: 5_000 })
    const other = await Buyer.forCustomer()
    await sql("update gw_bank_operation set amount = 4950 where id = $1", [await operationOf(bought)])
    expect(await statusOf(refund(await orderThroughUcp(other), { amount: 300 }, other))).toBe("pending")
    await sql("update gw_bank_operation set amount = 300 where id = $1", [await operationOf(bought)])
    expect(await atBank(beyond)).toEqual([])
  })

  it("is never automatic after a fulfillment, unless the merchant allows it within the return window [RFD-07]", async () => {
    await automatic()
    const [first, second, late] = [
      await orderThroughUcp(shopper),
      await orderThroughUcp(shopper),
      await orderThroughUcp(shopper),
    ]
    for (const bought of [first, second, late]) await fulfill(bought)
    expect(await statusOf(refund(first, { amount: 10 }))).toBe("pending")
    await automatic({}, { after_fulfillment: true, return_window_days: 10 })
    expect(await statusOf(refund(second, { amount: 10 }))).toBe("partially_refunded")
    await sql(
      `update fulfillment set created_at = now() - interval '11 days'
        where id in (select fulfillment_id from order_fulfillment where order_id = $1)`,
      [late.order_id]
    )
    expect(await statusOf(refund(late, { amount: 10 }))).toBe("pending")
    expect([await atBank(first), await atBank(second), await atBank(late)]).toEqual([[], [10], []])
  })

  it("cannot be approved when the amount was refunded meanwhile, and staff see why [RFD-08]", async () => {
    const bought = await orderThroughUcp(shopper)
    await refundIn(shopper, refund(bought))
    const { id } = await waitingOf(shopper.client_id)
    await refundInAdmin(await orderNumber(Number(bought.id)), 1)
    const answer = await decide(id, "approve")
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { message: expect.stringContaining("exceeds the remaining captured amount") as string },
    ])
    expect((await waitingOf(shopper.client_id)).id).toBe(id)
    await decided(id, "refuse")
  })
})

describe("a refund that a client of the merchant's staff requests", () => {
  it("is made at once in a new store, also after a fulfillment [RFD-09]", async () => {
    const bought = await orderThroughUcp(guests)
    await fulfill(bought)
    expect(await statusOf(refund(bought, { amount: 250 }, guests))).toBe("partially_refunded")
    expect(await atBank(bought)).toEqual([250])
  })

  it("waits for approval, or is refused, when the merchant says so [RFD-10]", async () => {
    const bought = await orderThroughUcp(guests)
    await changeSettings({ refunds: { staff_clients: "off" } })
    expect((await refund(bought, { amount: 250 }, guests)).body).toMatchObject({ code: "refunds_disabled" })
    await changeSettings({ refunds: { staff_clients: "approval" } })
    expect(await statusOf(refund(bought, { amount: 250 }, guests))).toBe("pending")
    expect(await atBank(bought)).toEqual([])
    await decided((await waitingOf(guests.client_id)).id, "approve")
    expect(await refunded(bought)).toEqual([250])
  })
})

describe("refund_payment", () => {
  let agent: Agent
  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true })
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create", "a2a:payments:refund")
  })

  async function paid() {
    const { task_id, artifacts } = await agent.createPayment({ amount: 10_000 })
    await authenticate(artifacts.sca_redirect_url)
    await agent.settled(task_id)
    return artifacts.payment_id
  }

  it("leaves the task in input-required until the merchant approves, and then refunds once [RFD-11]", async () => {
    const payment_id = await paid()
    await changeSettings({ refunds: { staff_clients: "approval" } })
    const { body } = await agent.send("refund_payment", { payment_id, amount: 2550, reason_code: "damaged" })
    expect(body.result).toMatchObject({
      state: "input-required",
      artifacts: { approval: { status: "waiting", amount: 2550, currency: "EUR" } },
    })
    const second = await agent.send("refund_payment", { payment_id, amount: 1 })
    expect(second.body.error).toMatchObject({ code: -32021, data: { code: "refund_pending_approval" } })
    const { id, task_id } = await waitingOf(agent.client_id)
    expect(task_id).toBe(body.result.task_id)
    const answers = await Promise.all([1, 2].map(() => decide(id, "approve")))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const task = await agent.settled(body.result.task_id)
    expect(task).toMatchObject({ state: "completed", artifacts: { refund: { amount: 2550 } } })
    expect((await ledgerOf(payment_id)).refunds.map(({ amount }) => amount)).toEqual([2550])
    const stored = await sql("select reason_code from gw_bank_operation where payment_id = $1", [payment_id])
    expect(stored).toEqual([{ reason_code: "damaged" }])
  })

  it("fails the task when the merchant rejects the refund, and a canceled task withdraws its request [RFD-12]", async () => {
    const payment_id = await paid()
    await changeSettings({ refunds: { staff_clients: "approval" } })
    const { body } = await agent.send("refund_payment", { payment_id })
    await decided((await waitingOf(agent.client_id)).id, "refuse")
    expect(await agent.getTask(body.result.task_id)).toMatchObject({
      state: "failed",
      artifacts: {
        error: { code: "approval_refused", message: "The merchant has rejected the refund." },
      },
    })
    const again = await agent.send("refund_payment", { payment_id })
    await agent.call("tasks/cancel", { task_id: again.body.result.task_id })
    expect((await approvalsOf(agent.client_id))[0]).toMatchObject({ kind: "refund", status: "canceled" })
    expect((await agent.getTask(again.body.result.task_id)).state).toBe("canceled")
    expect((await ledgerOf(payment_id)).refunds).toEqual([])
  })

  it("is rejected without a task while refunds are off [RFD-10]", async () => {
    const payment_id = await paid()
    await changeSettings({ refunds: { staff_clients: "off" } })
    const { body } = await agent.send("refund_payment", { payment_id })
    expect(body.error).toMatchObject({ code: -32028, data: { code: "refunds_disabled" } })
    expect((await ledgerOf(payment_id)).refunds).toEqual([])
  })
})

async function automaticToday(client_id: string): Promise<number> {
  const [row] = await sql<{ spent: number }>(
    "select coalesce(sum(amount), 0)::float8 as spent from gw_bank_operation where automatic_for = $1",
    [client_id]
  )
  return row?.spent ?? 0
}

async function operationOf({ payment_id }: Bought): Promise<string> {
  const [row] = await sql<{ id: string }>("select id from gw_bank_operation where payment_id = $1", [
    payment_id,
  ])
  return String(row?.id)
}
