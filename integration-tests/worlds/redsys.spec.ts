import { afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { type Agent, type Task, eventually } from "../support/agent"
import { callsSince, deliveries, performEffects } from "../support/bank-ledger"
import { CrashingWorld } from "../support/crash"
import { sql } from "../support/database"
import { pauseJob, runJob } from "../support/jobs"
import { disablePolling, lookUpNow, resolveUncertainCalls, runPlannedLookup } from "../support/lookups"
import {
  adminPost,
  captureInAdmin,
  capturesOf,
  paymentOf,
  refundInAdmin,
  refundsOf,
  timesPlaced,
} from "../support/merchant"
import { inOwnWorld } from "../support/own-world"
import { orderOf } from "../support/payments"
import { lockChangedRow } from "../support/row-lock"
import {
  enableQuery,
  listAsUnfinished,
  notifyAgain,
  openRedsysToAgent,
  parametersOf,
  postNotification,
  redsysFormOf,
  redsysStore,
  shopAtRedsys,
} from "../support/redsys-store"
import { payAtRedsys, payByBizum } from "../support/redsys-shopper"
import { act, auditOf, type TracedPayment, tracePayment } from "../support/staff"
import { world } from "../support/world"

const FORM = "application/x-www-form-urlencoded"

const own = inOwnWorld(redsysStore())

let agent: Agent
beforeAll(async () => void (agent = await openRedsysToAgent(own())))

async function paid(input: Record<string, unknown> = {}): Promise<Task> {
  const task = await agent.createPayment({ amount: 10_000, ...input })
  await shopAtRedsys(task)
  return agent.settled(task.task_id)
}

const traceOf = ({ artifacts }: Task): Promise<TracedPayment> => tracePayment(artifacts.payment_id)

async function verdictsOn(task: Task): Promise<unknown[]> {
  return (await traceOf(task)).events.map(({ verdict }) => verdict)
}

/** Expects these captures and refunds, in major units, in Medusa and in the store's payment. */
async function expectMoved(task: Task, captured: number[], refunded: number[] = []): Promise<void> {
  await performEffects(task.artifacts.payment_id)
  const order = await orderOf(task)
  expect([capturesOf(order).sort(), refundsOf(order).sort()]).toEqual([captured, refunded])
  const sum = (major: number[]) => Math.round(major.reduce((a, b) => a + b, 0) * 100)
  const { body } = await agent.send("query_payment_status", { payment_id: task.artifacts.payment_id })
  expect(body.result.artifacts.payment).toMatchObject({
    captured_amount: sum(captured),
    refunded_amount: sum(refunded),
  })
}

/** How often the store sent a call that moves money to Redsys. */
async function callsToRedsys(): Promise<number> {
  return (await callsSince()).filter(({ path }) => path === "/sis/rest/trataPeticionREST").length
}

describe("a payment at Redsys [REDSYS-07]", () => {
  it("is paid on Redsys' page behind the store's link, and its notification completes the task and pays the order once", async () => {
    const task = await agent.createPayment({ amount: 10_000, customer: { email: "ana@shopper.example" } })
    await disablePolling(task.artifacts.payment_id)
    expect(task.artifacts.sca_redirect_url).toContain(`${world().base_url}/gw-bank/v1/go/`)
    const form = await redsysFormOf(task)
    expect(form.url).toBe(`${world().simulator_url}/sis/realizarPago`)
    expect(parametersOf(form)).toMatchObject({
      DS_MERCHANT_AMOUNT: "10000",
      DS_MERCHANT_CURRENCY: "978",
      DS_MERCHANT_TRANSACTIONTYPE: "0",
      DS_MERCHANT_MERCHANTURL: `${world().base_url}/gw-bank/v1/ipn/redsys`,
      DS_MERCHANT_EMV3DS: { email: "ana@shopper.example" },
    })
    await payAtRedsys(form.url, form.fields)
    const settled = await agent.settled(task.task_id)
    expect(settled).toMatchObject({
      state: "completed",
      artifacts: { payment: { status: "captured", card: { last4: "0003" } } },
    })
    await expectMoved(settled, [100])
    const order = await orderOf(settled)
    expect([order.payment_status, timesPlaced(order)]).toEqual(["captured", 1])
    expect((await traceOf(settled)).events).toHaveLength(1)
  })

  it("that the issuer declines fails the task with a neutral code, and cancels the order", async () => {
    const task = await agent.createPayment()
    await shopAtRedsys(task, "decline")
    const failed = await agent.settled(task.task_id)
    expect(failed).toMatchObject({ state: "failed", artifacts: { error: { code: "do_not_honor" } } })
    await performEffects(task.artifacts.payment_id)
    expect(await orderOf(failed)).toMatchObject({ status: "canceled" })
  })

  it("in a currency without a terminal is not opened", async () => {
    const { body } = await agent.send("create_payment", { amount: 1500, currency: "RON" })
    const state = body.result ? (await agent.settled(body.result.task_id)).state : "failed"
    expect(state).toBe("failed")
  })
})

describe("a payment by Bizum at Redsys [REDSYS-13]", () => {
  async function paidByBizum(phone?: string): Promise<Task> {
    const task = await agent.createPayment({ amount: 10_000, method: "bizum" })
    const form = await redsysFormOf(task)
    expect(parametersOf(form)).toMatchObject({
      DS_MERCHANT_PAYMETHODS: "z",
      DS_MERCHANT_TRANSACTIONTYPE: "0",
    })
    await payByBizum(form.url, form.fields, phone)
    return agent.settled(task.task_id)
  }

  it("pays an order once, and is refunded in parts", async () => {
    const task = await paidByBizum()
    expect(task).toMatchObject({ state: "completed", artifacts: { payment: { status: "captured" } } })
    for (const amount of [40, 60]) expect((await refundInAdmin(await orderOf(task), amount)).status).toBe(200)
    await expectMoved(task, [100], [40, 60])
  })

  it("that is declined fails its task", async () => {
    const task = await paidByBizum("600000000")
    expect(task).toMatchObject({ state: "failed", artifacts: { error: { code: "do_not_honor" } } })
  })

  it.each([
    ["captured later", { capture: "manual" }, "capture"],
    ["in another currency", { currency: "RON" }, "method"],
  ])("is not possible if it is %s", async (_, change, path) => {
    const input = { amount: 1500, currency: "EUR", method: "bizum", ...change }
    const { body } = await agent.send("create_payment", input)
    expect(body.error.data).toMatchObject({ code: "invalid_params", issues: [{ path }] })
  })

  it("is one of two methods: a payment by card names none", async () => {
    const form = await redsysFormOf(await agent.createPayment())
    expect(parametersOf(form)).not.toHaveProperty("DS_MERCHANT_PAYMETHODS")
  })
})

describe("a notification of Redsys [REDSYS-03, REDSYS-07]", () => {
  it("that arrives six times pays one order once", async () => {
    const task = await paid()
    await Promise.all([1, 2, 3, 4, 5].map(() => notifyAgain(task)))
    await expectMoved(task, [100])
    expect(timesPlaced(await orderOf(task))).toBe(1)
    expect(await verdictsOn(task)).not.toContain("mismatch")
  })

  it("about an approval makes the store query the bank although a decline with more attempts was applied", async () => {
    const task = await agent.createPayment({ amount: 10_000 })
    const { payment_id } = task.artifacts
    const { url, fields } = await redsysFormOf(task)
    // The query listed two declined attempts, and the customer tries again.
    await sql("update gw_payment set status = 'declined', version = 80, next_check_at = null where id = $1", [
      payment_id,
    ])
    await payAtRedsys(url, fields)
    await eventually(async () => (await verdictsOn(task)).includes("stale") || undefined)
    const planned = "select 1 from gw_payment where id = $1 and next_check_at is not null"
    expect(await sql(planned, [payment_id])).toHaveLength(1)
  })

  it("with a forged signature is rejected and changes nothing", async () => {
    const task = await paid()
    const since = (await deliveries()).at(-1)?.seq ?? 0
    await notifyAgain(task, "bad_signature")
    expect(await deliveries(since)).toMatchObject([{ status: 401, forged: "bad_signature" }])
    const { events, status } = await traceOf(task)
    expect([events.length, status]).toEqual([1, "captured"])
  })

  it("with another amount opens a review and moves nothing", async () => {
    const task = await paid()
    await notifyAgain(task, "amount_mismatch")
    await eventually(async () => (await verdictsOn(task)).includes("mismatch") || undefined)
    expect(await traceOf(task)).toMatchObject({ status: "manual_review" })
    await performEffects(task.artifacts.payment_id)
    expect(capturesOf(await orderOf(task))).toEqual([100])
  })

  it("that arrives after a refund does not undo it", async () => {
    const task = await paid()
    expect((await refundInAdmin(await orderOf(task), 40)).status).toBe(200)
    await notifyAgain(task)
    await expectMoved(task, [100], [40])
    expect(await traceOf(task)).toMatchObject({ status: "captured" })
  })

  it.each([
    ["SOAP", "<?xml version='1.0'?><Message/>", "text/xml", 415, "format_not_supported"],
    ["a form without a signature", "Ds_SignatureVersion=HMAC_SHA512_V2", FORM, 401, "signature_missing"],
  ])("is refused as %s", async (_, body, type, status, code) => {
    const response = await postNotification(body, type)
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }])
  })
})

describe("an authorization at Redsys [REDSYS-07]", () => {
  it("is captured and refunded in parts, also twice with the same amount", async () => {
    const task = await paid({ capture: "manual" })
    expect(task).toMatchObject({ state: "completed", artifacts: { payment: { status: "authorized" } } })
    expect((await captureInAdmin(await orderOf(task), 100)).status).toBe(200)
    for (const amount of [20, 20, 10])
      expect((await refundInAdmin(await orderOf(task), amount)).status).toBe(200)
    await expectMoved(task, [100], [10, 20, 20])
    expect((await refundInAdmin(await orderOf(task), 60)).status).toBe(400)
  })

  it("is captured once: a part must be final, and voids the rest", async () => {
    const task = await paid({ capture: "manual" })
    const capture = { payment_id: task.artifacts.payment_id, amount: 4000 }
    const refused = await agent.send("capture_payment", capture)
    expect(JSON.stringify(refused.body)).toContain("captures an authorization once")
    const { body } = await agent.send("capture_payment", { ...capture, final: true })
    expect(await agent.settled(body.result.task_id)).toMatchObject({ state: "completed" })
    await expectMoved(task, [40])
    expect(await traceOf(task)).toMatchObject({ status: "captured" })
  })

  it("is voided when its order is canceled", async () => {
    const task = await paid({ capture: "manual" })
    expect((await adminPost(`/admin/orders/${(await orderOf(task)).id}/cancel`)).status).toBe(200)
    await performEffects(task.artifacts.payment_id)
    expect(await traceOf(task)).toMatchObject({ status: "voided" })
    expect(paymentOf(await orderOf(task)).canceled_at).not.toBeNull()
  })

  it("that is canceled before the customer pays is refunded if they pay on the open page", async () => {
    const task = await agent.createPayment({ amount: 10_000 })
    const { url, fields } = await redsysFormOf(task)
    await agent.call("tasks/cancel", { task_id: task.task_id })
    expect(await agent.settled(task.task_id)).toMatchObject({ state: "canceled" })
    expect(await traceOf(task)).toMatchObject({ status: "canceled" })
    await payAtRedsys(url, fields)
    await eventually(async () => {
      await performEffects(task.artifacts.payment_id)
      return (await traceOf(task)).refunded_amount === 10_000 || undefined
    })
    expect(await traceOf(task)).toMatchObject({ captured_amount: 10_000, refunded_amount: 10_000 })
    expect(await orderOf(task)).toMatchObject({ status: "canceled" })
  })
})

/** The simulator executes a call whose amount ends with 68, and answers 500. */
const EXECUTED = 168
/** It answers 500 without executing a call whose amount ends with 69. */
const NOT_EXECUTED = 169

/** Requests a refund whose outcome Redsys does not report; returns its task. */
async function uncertainRefund(task: Task, amount: number): Promise<string> {
  const input = { payment_id: task.artifacts.payment_id, amount }
  const { body } = await agent.send("refund_payment", input)
  expect(body.error).toMatchObject({ data: { code: "bank_unavailable" } })
  return String((body.error?.data as { task_id?: string }).task_id)
}

describe("a call of Redsys with a lost answer [REDSYS-05, REDSYS-07]", () => {
  it("is found by the query and never sent again", async () => {
    const task = await paid()
    const before = await callsToRedsys()
    const task_id = await uncertainRefund(task, EXECUTED)
    await resolveUncertainCalls(task.artifacts.payment_id)
    expect(await agent.settled(task_id)).toMatchObject({ state: "completed" })
    await expectMoved(task, [100], [1.68])
    expect((await callsToRedsys()) - before).toBe(1)
  })

  it("that was not executed ends as refused, and is not sent again", async () => {
    const task = await paid()
    const before = await callsToRedsys()
    const task_id = await uncertainRefund(task, NOT_EXECUTED)
    await resolveUncertainCalls(task.artifacts.payment_id)
    expect(["submitted", "working"]).toContain((await agent.getTask(task_id)).state)
    await sql(
      "update gw_bank_operation set created_at = created_at - interval '1 hour' where payment_id = $1",
      [task.artifacts.payment_id]
    )
    await resolveUncertainCalls(task.artifacts.payment_id)
    expect(await agent.settled(task_id)).toMatchObject({ state: "failed" })
    await expectMoved(task, [100])
    expect((await callsToRedsys()) - before).toBe(1)
  })
})

describe("a refund that Redsys has begun and not finished [REDSYS-05, REDSYS-15]", () => {
  afterEach(() => enableQuery(true))

  it("is not given up, admits no second refund, needs review after an hour, and counts once it is finished", async () => {
    const task = await paid()
    const before = await callsToRedsys()
    await listAsUnfinished()
    const refund = await uncertainRefund(task, 300)
    const check = () => resolveUncertainCalls(task.artifacts.payment_id)
    await sql(
      "update gw_bank_operation set created_at = created_at - interval '5 minutes' where payment_id = $1",
      [task.artifacts.payment_id]
    )
    await check()
    expect(["submitted", "working"]).toContain((await agent.getTask(refund)).state)
    const again = { payment_id: task.artifacts.payment_id, amount: 300 }
    expect(JSON.stringify((await agent.send("refund_payment", again)).body.error)).toContain(
      "earlier_call_open"
    )
    expect((await traceOf(task)).review_reason).toBeNull()
    await age("gw_bank_operation", task)
    for (let run = 0; run < 2; run++) await check()
    expect((await traceOf(task)).review_reason).toMatch(
      /^The bank has begun the refund of 3\.00 EUR and not finished it\. Look it up at the bank, reference [^;]*$/
    )
    await expectMoved(task, [100])
    await enableQuery(true)
    await check()
    expect(await agent.settled(refund)).toMatchObject({ state: "completed" })
    await expectMoved(task, [100], [3])
    expect((await callsToRedsys()) - before).toBe(1)
  })

  it("is reported as not finished to staff who query the bank, while another call of the payment is resolved [ADM-32]", async () => {
    onTestFinished(await pauseJob("reconcile-payments"))
    const task = await paid()
    const { payment_id } = task.artifacts
    await listAsUnfinished()
    await uncertainRefund(task, 300)
    await sql(
      `insert into gw_bank_operation (id, payment_id, kind, merchant_reference, idempotency_key, status)
       values ('op_' || $1, $1, 'void', 'gwo_' || $1, gen_random_uuid(), 'unknown')`,
      [payment_id]
    )
    await age("gw_bank_operation", task)
    await sql(
      `update gw_bank_operation set updated_at = now() - make_interval(hours => case kind when 'refund' then 2 else 1 end)
        where payment_id = $1`,
      [payment_id]
    )
    const query = await act(payment_id, "reconcile")
    expect(query).toMatchObject({ status: 200, body: { outcome: "not_finished" } })
    expect((await traceOf(task)).operations).toMatchObject([
      { kind: "refund", status: "unknown" },
      { kind: "void", status: "refused", error_code: "not_executed" },
    ])
    await enableQuery(true)
    expect((await act(payment_id, "reconcile")).body).toMatchObject({
      outcome: "changed",
      payment: { refunded_amount: 300 },
    })
  })
})

describe("a call that Redsys never finishes [REDSYS-19]", () => {
  afterEach(() => enableQuery(true))

  /** A refund of 3.00 EUR that the query lists as not finished for two hours; returns its task. */
  async function unfinishedRefund(task: Task): Promise<string> {
    onTestFinished(await pauseJob("reconcile-payments"))
    await listAsUnfinished()
    const refund = await uncertainRefund(task, 300)
    await age("gw_bank_operation", task)
    await resolveUncertainCalls(task.artifacts.payment_id)
    return refund
  }

  const close = ({ artifacts }: Task, answer: { was_executed?: boolean }) =>
    act(artifacts.payment_id, "review/resolve", { note: "Looked up in the portal", ...answer })

  const outcomes = async ({ artifacts }: Task) =>
    (await auditOf(artifacts.payment_id, "payment_outcome_recorded")).map(({ detail }) => detail.outcome)

  it("ends as executed when staff say so, and is recorded once, also after Redsys finishes it", async () => {
    const task = await paid()
    const refund = await unfinishedRefund(task)
    expect(await traceOf(task)).toMatchObject({ unfinished_call: { kind: "refund", amount: 300 } })
    expect((await close(task, {})).status).toBe(400)
    expect(await close(task, { was_executed: true })).toMatchObject({ status: 200 })
    expect(await agent.settled(refund)).toMatchObject({ state: "completed" })
    await expectMoved(task, [100], [3])
    await enableQuery(true)
    expect((await act(task.artifacts.payment_id, "reconcile")).body.outcome).toBe("unchanged")
    await expectMoved(task, [100], [3])
    expect(await traceOf(task)).toMatchObject({ review_reason: null, unfinished_call: null })
    expect(await outcomes(task)).toEqual(["executed"])
  })

  it("ends as not executed when staff say so, and is recorded as the bank's own if Redsys has executed it", async () => {
    const task = await paid()
    const refund = await unfinishedRefund(task)
    expect(await close(task, { was_executed: false })).toMatchObject({ status: 200 })
    await runJob("end-interrupted")
    expect(await agent.settled(refund)).toMatchObject({
      state: "failed",
      artifacts: { error: { code: "not_executed" } },
    })
    await expectMoved(task, [100])
    expect(await outcomes(task)).toEqual(["not_executed"])
    await enableQuery(true)
    await act(task.artifacts.payment_id, "reconcile")
    await expectMoved(task, [100], [3])
  })

  it("needs a review of its own after staff have closed the one of a failed query", async () => {
    onTestFinished(await pauseJob("reconcile-payments"))
    const task = await paid()
    const { payment_id } = task.artifacts
    await enableQuery(false)
    const refund = await uncertainRefund(task, 300)
    await age("gw_bank_operation", task)
    await resolveUncertainCalls(payment_id)
    expect(await traceOf(task)).toMatchObject({ unfinished_call: null })
    expect((await close(task, {})).status).toBe(200)
    await listAsUnfinished()
    await resolveUncertainCalls(payment_id)
    expect(await traceOf(task)).toMatchObject({ unfinished_call: { kind: "refund", amount: 300 } })
    expect((await close(task, { was_executed: true })).status).toBe(200)
    expect(await agent.settled(refund)).toMatchObject({ state: "completed" })
    await expectMoved(task, [100], [3])
  })

  it("is not ended by staff while the bank does not answer, or when it reports the outcome", async () => {
    const task = await paid()
    await unfinishedRefund(task)
    await enableQuery(false)
    expect((await close(task, { was_executed: true })).status).toBe(503)
    await enableQuery(true)
    expect((await close(task, { was_executed: false })).status).toBe(400)
    expect(await outcomes(task)).toEqual([])
    await resolveUncertainCalls(task.artifacts.payment_id)
    expect((await close(task, { was_executed: true })).status).toBe(400)
    expect((await close(task, {})).status).toBe(200)
    await expectMoved(task, [100], [3])
  })

  it("admits no second refund of its money if the store crashes before it counts as executed", async () => {
    const task = await paid()
    const { payment_id } = task.artifacts
    const refund = await unfinishedRefund(task)
    const before = await callsToRedsys()
    const confirm = () => close(task, { was_executed: true })
    await new CrashingWorld(own).crashAt("snapshot_applied", confirm, payment_id)
    expect(await traceOf(task)).toMatchObject({
      refunded_amount: 0,
      unfinished_call: null,
      operations: [{ status: "unknown", error_code: "confirmed" }],
    })
    const { body } = await agent.send("refund_payment", { payment_id, amount: 9800 })
    expect(body.error).toMatchObject({ data: { code: "earlier_call_open" } })
    await resolveUncertainCalls(payment_id)
    expect(await agent.settled(refund)).toMatchObject({ state: "completed" })
    await expectMoved(task, [100], [3])
    expect(await callsToRedsys()).toBe(before)
  })

  it("does not end as executed if Redsys lists only an unfinished call of another amount", async () => {
    const task = await paid()
    await unfinishedRefund(task)
    expect((await close(task, { was_executed: false })).status).toBe(200)
    const refund = await uncertainRefund(task, NOT_EXECUTED)
    await age("gw_bank_operation", task)
    await resolveUncertainCalls(task.artifacts.payment_id)
    expect(await traceOf(task)).toMatchObject({ unfinished_call: { amount: NOT_EXECUTED } })
    expect(await close(task, { was_executed: true })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("no unfinished call of this amount") },
    })
    expect((await close(task, { was_executed: false })).status).toBe(200)
    await runJob("end-interrupted")
    expect(await agent.settled(refund)).toMatchObject({ state: "failed" })
    expect(await outcomes(task)).toEqual(["not_executed", "not_executed"])
  })

  it("is not ended by staff if a query reports the outcome while they close the review", async () => {
    const task = await paid()
    const { payment_id } = task.artifacts
    const refund = await unfinishedRefund(task)
    const row = await lockChangedRow("update gw_payment set updated_at = now() where id = $1", [payment_id])
    const closed = close(task, { was_executed: false })
    await row.stopped()
    await enableQuery(true)
    const queried = act(payment_id, "reconcile")
    await row.stopped(2)
    await row.commit()
    expect((await closed).status).toBe(400)
    expect((await queried).body).toMatchObject({ payment: { refunded_amount: 300 } })
    expect(await outcomes(task)).toEqual([])
    await resolveUncertainCalls(payment_id)
    expect(await agent.settled(refund)).toMatchObject({ state: "completed" })
  })
})

/** Makes a payment, or its operations, two hours older. */
const age = (table: "gw_payment" | "gw_bank_operation", { artifacts }: Task) =>
  sql(
    `update ${table} set created_at = created_at - interval '2 hours'
      where ${table === "gw_payment" ? "id" : "payment_id"} = $1`,
    [artifacts.payment_id]
  )

describe("a payment whose issuer Redsys did not reach [REDSYS-10]", () => {
  /** The simulator ends a payment whose amount ends with 97 with the response code 0912. */
  const amount = 10_097

  /** Waits until the notification has left the outcome unknown, then makes the planned look-up run two hours later. */
  async function lookUpLater(task: Task): Promise<void> {
    await eventually(async () => (await traceOf(task)).status === "processing" || undefined)
    await age("gw_payment", task)
    await runPlannedLookup(task.artifacts.payment_id)
    expect(await traceOf(task)).toMatchObject({ status: "expired", captured_amount: 0 })
  }

  it("expires after an hour, which fails its task and cancels its order", async () => {
    const task = await agent.createPayment({ amount })
    await shopAtRedsys(task)
    await lookUpLater(task)
    expect(await agent.settled(task.task_id)).toMatchObject({ state: "failed" })
    await performEffects(task.artifacts.payment_id)
    expect(await orderOf(task)).toMatchObject({ status: "canceled" })
  })

  it("is looked up again although the store had canceled it", async () => {
    const task = await agent.createPayment({ amount })
    const { url, fields } = await redsysFormOf(task)
    await agent.call("tasks/cancel", { task_id: task.task_id })
    await eventually(async () => (await traceOf(task)).status === "canceled" || undefined)
    // As later, when the store no longer polls it.
    await disablePolling(task.artifacts.payment_id)
    await payAtRedsys(url, fields)
    await lookUpLater(task)
    expect(await agent.settled(task.task_id)).toMatchObject({ state: "canceled" })
  })
})

describe("a canceled payment at Redsys [REDSYS-10]", () => {
  it("is looked up until two hours after its creation, because its page may still be open", async () => {
    const task = await agent.createPayment({ amount: 10_000 })
    const { payment_id } = task.artifacts
    await agent.call("tasks/cancel", { task_id: task.task_id })
    await eventually(async () => (await traceOf(task)).status === "canceled" || undefined)
    const isPlanned = async () => {
      const planned = "select 1 from gw_payment where id = $1 and next_check_at is not null"
      return (await sql(planned, [payment_id])).length > 0
    }
    await runPlannedLookup(payment_id)
    expect(await isPlanned()).toBe(true)
    await age("gw_payment", task)
    await runPlannedLookup(payment_id)
    expect(await isPlanned()).toBe(false)
  })
})

describe("a Redsys account without the query [REDSYS-15]", () => {
  afterEach(() => enableQuery(true))

  const reviewOf = async (task: Task) => (await traceOf(task)).review_reason

  it("leaves what the bank does not report to the merchant after an hour, and settles it when the query is enabled", async () => {
    const task = await paid()
    const open = await agent.createPayment({ amount: 10_000 })
    await enableQuery(false)
    const before = await callsToRedsys()
    const refund = await uncertainRefund(task, 300)
    const check = async () => {
      await lookUpNow(open.artifacts.payment_id)
      await resolveUncertainCalls(task.artifacts.payment_id)
    }
    await check()
    expect([await reviewOf(task), await reviewOf(open)]).toEqual([null, null])
    await age("gw_payment", open)
    await age("gw_bank_operation", task)
    for (let run = 0; run < 2; run++) await check()
    expect(await reviewOf(task)).toMatch(
      /^The bank does not report whether the refund of 3\.00 EUR was made\. Look it up at the bank, reference [^;]*$/
    )
    expect(await reviewOf(open)).toMatch(
      /^The bank does not report whether the payment of 100\.00 EUR was made\. Look it up at the bank, reference [^;]*$/
    )
    await expectMoved(task, [100])
    await enableQuery(true)
    await check()
    expect(await agent.settled(refund)).toMatchObject({ state: "completed" })
    await expectMoved(task, [100], [3])
    expect((await callsToRedsys()) - before).toBe(1)
    expect(await agent.settled(open.task_id)).toMatchObject({ state: "failed" })
    expect(await traceOf(open)).toMatchObject({ status: "expired" })
  })
})

describe("a store that is down [REDSYS-07]", () => {
  it("learns by the query of payments whose only notification was lost, and refunds one that was canceled before", async () => {
    const task = await agent.createPayment({ amount: 10_000 })
    const canceled = await agent.createPayment({ amount: 10_000 })
    const forms = [await redsysFormOf(task), await redsysFormOf(canceled)]
    await agent.call("tasks/cancel", { task_id: canceled.task_id })
    await eventually(async () => (await traceOf(canceled)).status === "canceled" || undefined)
    await own().killStore()
    for (const { url, fields } of forms) await payAtRedsys(url, fields)
    await own().startStore()
    for (const { artifacts } of [task, canceled]) await runPlannedLookup(artifacts.payment_id)
    const settled = await agent.settled(task.task_id)
    expect(settled).toMatchObject({ state: "completed" })
    await expectMoved(settled, [100])
    expect(await verdictsOn(settled)).toEqual([])
    await eventually(async () => {
      await performEffects(canceled.artifacts.payment_id)
      return (await traceOf(canceled)).refunded_amount === 10_000 || undefined
    })
  })

  it("that was killed after Redsys executed a capture records it once and does not repeat it", async () => {
    const task = await paid({ capture: "manual" })
    const { payment_id } = task.artifacts
    const before = await callsToRedsys()
    const capture = () => agent.send("capture_payment", { payment_id })
    await new CrashingWorld(own).crashAt("operation_executed", capture, payment_id)
    await sql(
      "update gw_bank_operation set updated_at = updated_at - interval '1 hour' where payment_id = $1",
      [payment_id]
    )
    await resolveUncertainCalls(payment_id)
    await expectMoved(task, [100])
    expect((await callsToRedsys()) - before).toBe(1)
  })
})
