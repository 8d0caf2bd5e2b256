import { randomUUID } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import { Agent, type Task } from "../support/agent"
import { type BankPayment, captured, ipnBody, paymentAtBank } from "../support/bank"
import { deliver, notify, signIpn } from "../support/gwb"
import { blockInserts, untilBlockedAt } from "../support/table-lock"
import { timesStored, verdictOn } from "../support/inbox"
import { capturesOf, orderNumber } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { authenticate } from "../support/shopper"

let agent: Agent
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
})

describe("a genuine notification", () => {
  it("settles while every surface is off [SRV-18]", async () => {
    const task = await agent.createPayment()
    await switchSurfaces({ a2a_enabled: false, ucp_enabled: false })
    await authenticate(task.artifacts.sca_redirect_url)
    await expectPaidOnce(task)
    await switchSurfaces({ a2a_enabled: true })
    expect((await agent.settled(task.task_id)).state).toBe("completed")
  })

  it("is accepted once: the same message again is a replay [BANK-06]", async () => {
    const task = await agent.createPayment()
    const raw = ipnBody(captured(await paymentAtBank(task.artifacts.sca_redirect_url)))
    const token = signIpn(raw)
    expect((await deliver(raw, token)).status).toBe(200)
    const again = await deliver(raw, token)
    expect([again.status, again.body.error?.code]).toEqual([401, "replayed"])
    await agent.settled(task.task_id)
    await expectPaidOnce(task)
  })

  it("pays one order once when it arrives five times at once, signed anew each time [BANK-01, BANK-02, BANK-03, BANK-09]", async () => {
    const task = await agent.createPayment()
    const raw = ipnBody(captured(await paymentAtBank(task.artifacts.sca_redirect_url)))
    const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(raw, signIpn(raw))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await timesStored(raw)).toBe(1)
    await agent.settled(task.task_id)
    await expectPaidOnce(task)
  })

  it("pays one order once when five events with the same snapshot arrive at once [BANK-01, BANK-03]", async () => {
    const task = await agent.createPayment()
    const snapshot = captured(await paymentAtBank(task.artifacts.sca_redirect_url))
    const bodies = Array.from({ length: 5 }, () => ipnBody(snapshot))
    await Promise.all(bodies.map((raw) => deliver(raw, signIpn(raw))))
    await agent.settled(task.task_id)
    await expectPaidOnce(task)
  })

  it("is ignored when it is older than the stored version [BANK-04]", async () => {
    const task = await agent.createPayment()
    const payment = await paymentAtBank(task.artifacts.sca_redirect_url)
    await notify(ipnBody({ ...captured(payment), version: 9 }))
    await agent.settled(task.task_id)
    const older = ipnBody(outdated(payment))
    await notify(older)
    expect(await verdictOn(older)).toBe("stale")
    expect(await statusOf(task)).toBe("captured")
  })

  it("is ignored when it is older than one that is being processed at the same time [BANK-04]", async () => {
    const task = await agent.createPayment()
    const payment = await paymentAtBank(task.artifacts.sca_redirect_url)
    const steps = await blockInserts("gw_effect", `new.payment_id = '${task.artifacts.payment_id}'`)
    const [newer, older] = [ipnBody({ ...captured(payment), version: 9 }), ipnBody(outdated(payment))]
    await notify(newer)
    await steps.stopped()
    await notify(older)
    await untilBlockedAt("gw_payment")
    await steps.release()
    expect([await verdictOn(newer), await verdictOn(older)]).toEqual(["applied", "stale"])
    await agent.settled(task.task_id)
    expect(await statusOf(task)).toBe("captured")
    await expectPaidOnce(task)
  })

  it.each<[string, (payment: BankPayment) => Partial<BankPayment>]>([
    ["another amount", ({ amounts }) => ({ amount: 1400, amounts: { ...amounts, captured: 1400 } })],
    ["another currency", () => ({ currency: "RON" })],
    ["a part of the amount", ({ amounts }) => ({ amounts: { ...amounts, captured: 1499 } })],
    ["another payment's id", () => ({ id: "pay_OTHER" })],
  ])("with %s settles nothing, opens a review and fails the task [BANK-11]", async (_, change) => {
    const task = await agent.createPayment()
    const payment = captured(await paymentAtBank(task.artifacts.sca_redirect_url))
    const wrong = ipnBody({ ...payment, ...change(payment) })
    expect((await notify(wrong)).status).toBe(200)
    await verdictOn(wrong)
    await notify(ipnBody({ ...payment, version: payment.version + 1 }))
    expect(await agent.settled(task.task_id)).toMatchObject({
      state: "failed",
      artifacts: { error: { code: "under_review" } },
    })
    expect(await statusOf(task)).toBe("manual_review")
    expect(capturesOf(await orderNumber(task.artifacts.shop_order_id))).toEqual([])
  })

  it("that reverts a capture opens a review and reverts nothing [BANK-12]", async () => {
    const task = await agent.createPayment()
    const payment = captured(await paymentAtBank(task.artifacts.sca_redirect_url))
    await notify(ipnBody(payment))
    await agent.settled(task.task_id)
    const decline = { code: "do_not_honor", message: "Declined" }
    const declined = ipnBody({ ...payment, version: payment.version + 1, status: "declined", decline })
    await notify(declined)
    expect(await verdictOn(declined)).toBe("mismatch")
    await expectPaidOnce(task)
    expect((await agent.getTask(task.task_id)).state).toBe("completed")
    expect(await statusOf(task)).toBe("manual_review")
  })

  it("about an unknown payment is acknowledged and stored without effect [BANK-11]", async () => {
    const task = await agent.createPayment()
    const payment = captured(await paymentAtBank(task.artifacts.sca_redirect_url))
    const raw = ipnBody({ ...payment, id: "pay_UNKNOWN", merchant_reference: "gwp_unknown" })
    expect((await notify(raw)).status).toBe(200)
    expect(await timesStored(raw)).toBe(1)
    expect((await agent.getTask(task.task_id)).state).toBe("input-required")
  })

  it("of an unknown type is acknowledged and ignored", async () => {
    const raw = JSON.stringify({ event_id: `evt_${randomUUID()}`, type: "weather.changed" })
    const { status, body } = await notify(raw)
    expect([status, body.received]).toEqual([200, true])
  })
})

/** The bank's update from before the capture. */
const outdated = (payment: BankPayment): BankPayment => ({
  ...payment,
  version: 3,
  status: "processing",
  next_action: null,
})

async function statusOf({ artifacts }: Task): Promise<string> {
  const { body } = await agent.send("query_payment_status", { payment_id: artifacts.payment_id })
  return String(body.result.artifacts.payment.status)
}

async function expectPaidOnce({ artifacts }: Task): Promise<void> {
  const find = () => orderNumber(artifacts.shop_order_id)
  // Medusa's workflow writes the paid total last, after the capture.
  await expect.poll(async () => (await find()).summary.paid_total).toBe(15)
  const order = await find()
  expect(capturesOf(order)).toEqual([15])
  expect(order).toMatchObject({ payment_status: "captured", summary: { pending_difference: 0 } })
}
