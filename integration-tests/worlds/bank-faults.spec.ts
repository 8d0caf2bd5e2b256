import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { type Agent, type Task, eventually } from "../support/agent"
import { captured, ipnBody, paymentAtBank } from "../support/bank"
import {
  type Delivery,
  clearFaults,
  deliveries,
  fault,
  ledgerOf,
  performEffects,
  turn,
} from "../support/bank-ledger"
import { expectBooks } from "../support/books"
import { deliver, signIpn } from "../support/gwb"
import { lookUpNow, readEventsAgain, disablePolling } from "../support/lookups"
import { runJob } from "../support/jobs"
import { captureInAdmin, capturesOf, refundInAdmin, refundsOf, timesPlaced } from "../support/merchant"
import { orderOf, paid, payingAgent } from "../support/payments"
import { authenticate } from "../support/shopper"
import { type TracedPayment, tracePayment } from "../support/staff"
import { inOwnWorld } from "../support/own-world"
import { pauseSchedule } from "../support/pause-schedule"
import { everySetting } from "../support/store-keys"

inOwnWorld(everySetting())
// A run in progress would still apply events that were made since it began.
pauseSchedule("catch-up-events")

let agent: Agent
beforeAll(async () => {
  agent = await payingAgent()
})
afterEach(async () => {
  await clearFaults()
  await readEventsAgain()
})

/** Waits until every notification about a payment is processed. */
const workedOff = (payment_id: string): Promise<TracedPayment> =>
  eventually(async () => {
    const traced = await tracePayment(payment_id)
    return traced.events.every(({ verdict }) => verdict) ? traced : undefined
  })

describe("a notification that the network disturbs", () => {
  it("arrives before the answer to the call that caused it, every time, and everything settles once", async () => {
    await fault({ ipn: { before_response: true } })
    const task = await paid(agent, { capture: "manual" })
    expect((await captureInAdmin(await orderOf(task), 100)).status).toBe(200)
    expect((await refundInAdmin(await orderOf(task), 40)).status).toBe(200)
    await expectBooks(task, [100], [40])
    expect(timesPlaced(await orderOf(task))).toBe(1)
  })

  it("arrives five times at once and settles once", async () => {
    await fault({ ipn: { duplicate: 4 } })
    const task = await paid(agent)
    expect(task.state).toBe("completed")
    await expectBooks(task, [100])
    expect(timesPlaced(await orderOf(task))).toBe(1)
  })

  it("arrives ten minutes late: a look-up settles the payment, and the notification is ignored", async () => {
    await fault({ scope: { times: 1 }, ipn: { delay_ms: 600_000 } })
    const { task_id, artifacts } = await agent.createPayment({ amount: 10_000 })
    await disablePolling(artifacts.payment_id)
    await authenticate(artifacts.sca_redirect_url)
    await lookUpNow(artifacts.payment_id)
    const task = await agent.settled(task_id)
    expect((await tracePayment(artifacts.payment_id)).events).toEqual([])
    await turn("flush")
    await eventually(async () => {
      const [event] = (await tracePayment(artifacts.payment_id)).events
      return event?.verdict === "stale" || undefined
    })
    await expectBooks(task, [100])
    expect(timesPlaced(await orderOf(task))).toBe(1)
  })

  it("about a capture arrives before the one about its authorization, and both effects happen once", async () => {
    const { task_id, artifacts } = await agent.createPayment({ amount: 10_000, capture: "manual" })
    await disablePolling(artifacts.payment_id)
    const opened = await paymentAtBank(artifacts.sca_redirect_url)
    const amounts = { ...opened.amounts, authorized: 10_000 }
    const authorized = { ...opened, version: 2, status: "authorized", amounts, next_action: null }
    const captures = [{ id: "cap_1", merchant_reference: null, amount: 10_000 }]
    for (const payment of [{ ...captured(opened), version: 3, captures }, authorized]) {
      const raw = ipnBody(payment)
      expect((await deliver(raw, signIpn(raw))).status).toBe(200)
      await workedOff(artifacts.payment_id)
    }
    const task = await agent.settled(task_id)
    await eventually(async () => capturesOf(await orderOf(task)).length || undefined)
    const { events, effects, status } = await tracePayment(artifacts.payment_id)
    expect(effects.map(({ key }) => key)).toEqual(["action_required", "authorized", "capture:cap_1"])
    expect([status, events.map(({ verdict }) => verdict)]).toEqual(["captured", ["applied", "stale"]])
    await performEffects(artifacts.payment_id)
    const order = await orderOf(task)
    expect([capturesOf(order), timesPlaced(order)]).toEqual([[100], 1])
  })

  it("overtakes the one before it after look-ups revealed both, and changes nothing", async () => {
    await fault({ scope: { times: 2 }, ipn: { reorder_window: 2 } })
    const { task_id, artifacts } = await agent.createPayment({ amount: 10_000, capture: "manual" })
    await authenticate(artifacts.sca_redirect_url)
    await lookUpNow(artifacts.payment_id)
    const task = await agent.settled(task_id)
    expect((await captureInAdmin(await orderOf(task), 100)).status).toBe(200)
    await expectBooks(task, [100])
    const types = (await tracePayment(artifacts.payment_id)).events.map(({ type }) => type)
    expect(types).toEqual(["payment.captured", "payment.authorized"])
  })
})

describe("a forged notification", () => {
  let since: number
  let task: Task
  /** A payment the customer authenticated, of which the store gets only the forged notification. */
  async function payWithForgery(forge: string, times?: number): Promise<void> {
    since = (await deliveries()).at(-1)?.seq ?? 0
    // The bank may still send notifications about other payments.
    await fault({ scope: { type: "payment.captured", times }, ipn: { forge } })
    task = await agent.createPayment({ amount: 10_000 })
    await disablePolling(task.artifacts.payment_id)
    await authenticate(task.artifacts.sca_redirect_url)
  }

  const forged = (forge: string): Promise<Delivery> =>
    eventually(async () => (await deliveries(since)).find((delivery) => delivery.forged === forge))

  it.each([
    ["bad_signature", 401, "signature_invalid"],
    ["foreign_key", 401, "signature_invalid"],
    ["unknown_kid", 503, "key_unknown"],
    ["stale", 401, "signature_stale"],
    ["future", 401, "claim_mismatch"],
    ["wrong_aud", 401, "claim_mismatch"],
    ["wrong_htu", 401, "claim_mismatch"],
    ["wrong_typ", 401, "claim_mismatch"],
    ["tampered_body", 401, "digest_mismatch"],
    ["reserialised", 401, "digest_mismatch"],
    ["alg_none", 401, "alg_not_allowed"],
    ["hs256", 401, "alg_not_allowed"],
    ["unsigned", 401, "signature_missing"],
  ])(
    "(%s) is rejected with %i %s and changes nothing, and the genuine one settles [BANK-05, BANK-07]",
    async (forge, status, code) => {
      await payWithForgery(forge)
      expect(await forged(forge)).toMatchObject({ status, code })
      const { status: known, events } = await tracePayment(task.artifacts.payment_id)
      expect([known, events]).toEqual(["requires_action", []])
      expect((await agent.getTask(task.task_id)).state).toBe("input-required")
      expect(await orderOf(task)).toMatchObject({ status: "pending", payment_status: "awaiting" })
      await clearFaults()
      // The retry that is already planned is still a forged one.
      for (let attempt = 0; attempt < 2; attempt++) await turn("flush")
      await expectBooks(await agent.settled(task.task_id), [100])
    }
  )

  it("(replay_jti) is rejected with 401 replayed when its bytes arrive again, and settles once [BANK-06]", async () => {
    await payWithForgery("replay_jti", 1)
    await forged("replay_jti")
    const [genuine, again] = await deliveries(since)
    expect([genuine, again]).toMatchObject([
      { status: 200, outcome: "delivered" },
      { status: 401, code: "replayed", outcome: "extra" },
    ])
    await expectBooks(await agent.settled(task.task_id), [100])
  })

  it.each(["unknown_reference", "version_regress"])(
    "(%s) about a payment that is no longer polled is corrected by the bank's event list [BANK-42]",
    async (forge) => {
      task = await paid(agent)
      const { payment_id } = task.artifacts
      await disablePolling(payment_id)
      since = (await deliveries()).at(-1)?.seq ?? 0
      await fault({ scope: { times: 1 }, ipn: { forge } })
      await turn("refund", { payment_id: (await ledgerOf(payment_id)).id, amount: 2500 })
      expect(await forged(forge)).toMatchObject({ status: 200 })
      expect(refundsOf(await orderOf(task))).toEqual([])
      await readEventsAgain()
      await runJob("catch-up-events")
      await eventually(async () => refundsOf(await orderOf(task)).length || undefined)
      await expectBooks(task, [100], [25])
    }
  )

  it.each([
    ["unknown_reference", []],
    ["version_regress", [{ verdict: "stale" }]],
  ])(
    "(%s) with the bank's signature changes nothing, and a look-up reveals the true state [BANK-04]",
    async (forge, events) => {
      await payWithForgery(forge, 1)
      expect(await forged(forge)).toMatchObject({ status: 200 })
      const payment = await workedOff(task.artifacts.payment_id)
      expect(payment).toMatchObject({ status: "requires_action", captured_amount: 0, events })
      await lookUpNow(task.artifacts.payment_id)
      await expectBooks(await agent.settled(task.task_id), [100])
    }
  )

  it.each(["amount_mismatch", "currency_mismatch"])(
    "(%s) with the bank's signature settles nothing and opens a review [BANK-11]",
    async (forge) => {
      await payWithForgery(forge, 1)
      await eventually(async () => {
        const { status } = await tracePayment(task.artifacts.payment_id)
        return status === "manual_review" || undefined
      })
      expect(capturesOf(await orderOf(task))).toEqual([])
      expect(await agent.settled(task.task_id)).toMatchObject({
        state: "failed",
        artifacts: { error: { code: "under_review" } },
      })
    }
  )
})

describe("a bank-initiated change", () => {
  it("is mirrored: a refund made at the bank is one refund of the order [BANK-44]", async () => {
    const task = await paid(agent)
    await turn("refund", { payment_id: (await ledgerOf(task.artifacts.payment_id)).id, amount: 2550 })
    await eventually(async () => (refundsOf(await orderOf(task)).length ? true : undefined))
    await expectBooks(task, [100], [25.5])
  })

  it.each(["overlap", "abrupt"])("of the bank's key (%s) does not interrupt payments", async (mode) => {
    await turn("rotate-key", { mode })
    await expectBooks(await paid(agent), [100])
  })
})
