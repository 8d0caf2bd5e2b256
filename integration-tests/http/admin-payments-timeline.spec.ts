import { beforeAll, describe, expect, it } from "vitest"
import { type Agent, eventually } from "../support/agent"
import { performEffects } from "../support/bank-ledger"
import { Buyer } from "../support/buyer"
import { adminFetch } from "../support/merchant"
import { orderOf, paid, payingAgent } from "../support/payments"
import { act, listPayments, paymentWithTimeline } from "../support/staff"
import { Storefront } from "../support/storefront"
import { authenticate } from "../support/shopper"
import { switchSurfaces } from "../support/oauth-client"
import { orderThroughUcp, stockUp } from "../support/ucp-orders"

let agent: Agent
beforeAll(async () => {
  agent = await payingAgent()
})

const codes = (timeline: { kind: string; code: string }[]) =>
  timeline.map(({ kind, code }) => `${kind}.${code}`)

describe("a payment's timeline", () => {
  it("shows an agent's payment from the request to the refund in chronological order [ADM-07]", async () => {
    const task = await paid(agent, { capture: "manual" })
    const { payment_id } = task.artifacts
    await act(payment_id, "capture", { amount: 6000 })
    await act(payment_id, "refund", { amount: 1000, reason: "Late" })
    await performEffects(payment_id)
    const payment = await paymentWithTimeline(payment_id)
    expect(payment).toMatchObject({
      client_id: agent.client_id,
      client_name: expect.any(String) as string,
      shop_order_id: task.artifacts.shop_order_id,
      task_ids: [task.task_id],
      session_id: null,
    })
    const traced = codes(payment.timeline)
    const inOrder = [
      "task.submitted",
      "task.working",
      "request.agent",
      "sca.started",
      "sca.approved",
      "order.announced",
      "call.capture",
    ]
    expect(traced.filter((code) => inOrder.includes(code))).toEqual(inOrder)
    expect(traced).toEqual(
      expect.arrayContaining([
        "task.input-required",
        "task.completed",
        "message.payment.authorized",
        "answer.done",
        "effect.authorized",
        "effect.capture",
        "call.refund",
        "effect.refund",
      ])
    )
    const times = payment.timeline.map(({ at }) => Date.parse(at))
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(
      payment.timeline.find(({ kind, code }) => kind === "call" && code === "refund")?.detail
    ).toMatchObject({
      amount: 1000,
      reason: "Late",
      from: "staff",
      by: expect.stringContaining("@") as string,
    })
    expect(JSON.stringify(payment)).not.toMatch(/idempotency|gwa_|redirect_url|payload|http:\/\/[^"]*sca/)
  })

  it("shows why a payment was declined", async () => {
    const { artifacts, task_id } = await agent.createPayment()
    await authenticate(artifacts.sca_redirect_url, "decline")
    await agent.settled(task_id)
    const { timeline } = await paymentWithTimeline(artifacts.payment_id)
    const result = timeline.find(({ kind, code }) => kind === "sca" && code === "failed")
    expect(result?.detail).toMatchObject({ code: expect.any(String) as string })
    expect(codes(timeline)).toContain("task.failed")
  })

  it("shows the checkout session and the webhook deliveries with their receivers", async () => {
    await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
    await stockUp()
    const buyer = await Buyer.forGuests()
    const made = await buyer.send("/webhooks", { body: { url: "https://hooks.example.com/gw" } })
    expect(made.status).toBe(201)
    const { payment_id, checkout } = await orderThroughUcp(buyer)
    const payment = await eventually(async () => {
      const traced = await paymentWithTimeline(payment_id)
      return traced.timeline.some(({ kind }) => kind === "webhook") ? traced : undefined
    })
    expect(payment).toMatchObject({ client_id: buyer.client_id, session_id: checkout.id })
    expect(codes(payment.timeline)).toEqual(
      expect.arrayContaining(["request.checkout", "webhook.order.created", "webhook.order.paid"])
    )
    const [webhook] = payment.timeline.filter(({ kind }) => kind === "webhook")
    expect(webhook?.detail.deliveries).toMatchObject([{ url: "https://hooks.example.com/gw" }])
    await switchSurfaces({ a2a_enabled: true, ucp_enabled: false })
  })

  it("shows that a storefront customer started the payment", async () => {
    const shop = new Storefront()
    const { data } = await shop.startPayment((await shop.fillCart()).id)
    const payment = await paymentWithTimeline(data.payment_id)
    expect(codes(payment.timeline)[0]).toBe("request.storefront")
    expect(payment).toMatchObject({ client_id: null, client_name: null, task_ids: [] })
  })
})

describe("the payments' list", () => {
  it("can be searched by the payment's ids in Medusa and at the bank, and by its order number", async () => {
    const task = await paid(agent)
    const payment = await paymentWithTimeline(task.artifacts.payment_id)
    const number = (await orderOf(task)).display_id
    const names = [
      payment.payment_id,
      payment.merchant_reference,
      payment.bank_payment_id,
      `${number}`,
      `#${number}`,
    ]
    for (const q of names)
      expect([q, (await listPayments({ q })).payments.map(({ payment_id }) => payment_id)]).toEqual([
        q,
        [payment.payment_id],
      ])
    expect((await listPayments({ q: "pay_unknown" })).payments).toEqual([])
  })

  it("can be filtered by currency and by time, bounds included, and names the client", async () => {
    const from = new Date().toISOString()
    const { artifacts } = await agent.createPayment({ currency: "RON" })
    const to = new Date().toISOString()
    await agent.createPayment({ currency: "EUR" })
    const narrowed = { currency: "ron", created_from: from, created_to: to, client_id: agent.client_id }
    expect((await listPayments(narrowed)).payments).toMatchObject([
      { payment_id: artifacts.payment_id, currency: "RON", client_name: expect.any(String) as string },
    ])
    expect((await listPayments({ ...narrowed, created_to: from })).payments).toEqual([])
  })

  it.each(["currency=EURO", "created_from=yesterday", "created_to=", "q="])(
    "rejects ?%s with 400",
    async (query) => {
      expect((await adminFetch(`/admin/agentic-commerce/payments?${query}`)).status).toBe(400)
    }
  )
})
