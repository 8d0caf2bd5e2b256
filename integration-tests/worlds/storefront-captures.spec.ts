import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Agent, eventually, type RpcAnswer } from "../support/agent"
import type { Buyer } from "../support/buyer"
import { inCrashingWorld } from "../support/crash"
import { sql } from "../support/database"
import { runJob } from "../support/jobs"
import { adminPost, capturesOf, captureInAdmin, orderNumber } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { pauseSchedule } from "../support/pause-schedule"
import { setRules } from "../support/policy"
import { Receiver } from "../support/receiver"
import { closeUcpShop, openUcpShop } from "../support/shop"
import {
  becomes,
  closeReview,
  medusaPayment,
  type Ordered,
  paymentOf,
  type ShownPayment,
  totalOf,
} from "../support/storefront-orders"
import { splitPayment } from "../support/split-payment"
import { STRIPE, stripe, stripeKeys } from "../support/stripe"
import { STRIPE_STOREFRONT, StripeShopper } from "../support/stripe-shopper"
import { inAdmin } from "../support/ucp-orders"
import { removed, subscribe, verified } from "../support/webhooks"

const crashing = inCrashingWorld({ ...STRIPE_STOREFRONT, ...stripeKeys() })

// The tests run the job themselves, after they have aged a call.
pauseSchedule("follow-storefront-payments")

let buyer: Buyer
let shopper: StripeShopper
let bookkeeper: Agent

beforeAll(async () => {
  const shop = await openUcpShop("Sextant")
  buyer = shop.buyer
  shopper = new StripeShopper(buyer, shop.item)
  await switchSurfaces({ a2a_enabled: true })
  bookkeeper = await Agent.withScopes("a2a:payments:read", "a2a:payments:capture")
  await setRules(bookkeeper.client_id, { whole_store: true })
})
afterAll(closeUcpShop)
afterEach(() => stripe.reset())

type Held = Ordered & Pick<ShownPayment, "payment_id">

/** An order whose payment its customer has only authorized at Stripe. */
async function authorized(): Promise<Held> {
  const ordered = await shopper.ordered()
  const { payment_id } = await becomes(ordered, { display_status: "authorized" })
  return { ...ordered, payment_id }
}

const capture = ({ payment_id }: Held, input: object = {}, agent = bookkeeper, key?: string) =>
  agent.send("capture_payment", { payment_id, ...input }, key)

/** What Stripe has received, and how often the store has called it for that. */
async function atStripe({ intent }: Held): Promise<{ received: number; calls: number }> {
  const { calls } = await stripe.state()
  const { amount_received: received } = await stripe.intent(intent)
  return { received, calls: calls.filter((call) => call.endsWith(`${intent}/capture`)).length }
}

/** Checks that the order is captured once, with the whole amount, at Stripe, in Medusa and in the plugin. */
async function expectCaptured(held: Held): Promise<void> {
  const amount = totalOf(held)
  await becomes(held, { display_status: "paid", captured_amount: amount })
  const order = await orderNumber(held.order.display_id)
  expect([capturesOf(order), order.summary.paid_total]).toEqual([[amount / 100], amount / 100])
  expect((await atStripe(held)).received).toBe(amount)
}

/** Runs the job that ends the captures whose outcome is unknown, as if they were this old. */
async function endUnknown({ payment_id }: Held, age = "1 minute"): Promise<void> {
  await sql(
    `update gw_bank_operation set updated_at = now() - interval '${age}', created_at = now() - interval '${age}'
      where payment_id = $1 and status in ('requested', 'unknown')`,
    [payment_id]
  )
  await runJob("follow-storefront-payments")
}

/** The status of the capture that was requested, and whether a server has claimed its call. */
async function requested({ payment_id }: Held): Promise<{ status: string; is_claimed: boolean } | undefined> {
  const captures = await sql<{ status: string; is_claimed: boolean }>(
    `select status, bank_called_at is not null as is_claimed from gw_bank_operation
      where payment_id = $1 and kind = 'capture'`,
    [payment_id]
  )
  return captures[0]
}

/** Locks an order, or its refunds, as another server does. Returns the release. */
async function lockAs(cart_id: string): Promise<() => Promise<unknown>> {
  await sql(
    "insert into gw_cart_lock (cart_id, holder, leased_until) values ($1, $1, now() + interval '10 minutes')",
    [cart_id]
  )
  return () => sql("delete from gw_cart_lock where holder = $1", [cart_id])
}

const codeIn = ({ body }: RpcAnswer) => body.error?.data.code ?? body.result.artifacts.error?.code

describe("an order that is authorized in the storefront", () => {
  it("makes A2A offer captures and refunds, and no payment of an amount [ROUTE-48]", async () => {
    const scopes = ["read", "create", "capture", "refund"].map((scope) => `a2a:payments:${scope}`)
    const agent = await Agent.withScopes(...scopes)
    const { body } = await agent.call<{ skills: { skill_id: string }[] }>("agent/listSkills")
    expect(body.result.skills.map(({ skill_id }) => skill_id)).toEqual([
      "query_payment_status",
      "list_payments",
      "capture_payment",
      "refund_payment",
    ])
    const refused = await agent.send("create_payment", { amount: 1500, currency: "EUR" })
    expect(codeIn(refused)).toBe("no_payment_route")
  })

  it("is captured by an agent through Stripe, once for each key, with one webhook event [ROUTE-48]", async () => {
    const receiver = await Receiver.listen()
    const { id, secret } = await subscribe(buyer, receiver.at("/captures"))
    const held = await authorized()
    const key = `capture-${held.payment_id}`
    const first = await capture(held, { amount: totalOf(held) }, bookkeeper, key)
    expect(first.body.result).toMatchObject({
      state: "completed",
      artifacts: {
        capture: { amount: totalOf(held), currency: "EUR" },
        payment: { status: "captured", captured_amount: totalOf(held) },
      },
    })
    const again = await capture(held, { amount: totalOf(held) }, bookkeeper, key)
    expect(again.body.result.task_id).toBe(first.body.result.task_id)
    expect(codeIn(await capture(held))).toBe("invalid_state")
    await expectCaptured(held)
    expect((await atStripe(held)).calls).toBe(1)
    await runJob("follow-storefront-payments")
    const paid = await eventually(async () => {
      const events = receiver.arrived.map((message) => verified(message, secret))
      return events.some(({ type }) => type === "order.paid") ? events : undefined
    })
    expect(await removed(buyer, id)).toBe(204)
    receiver.close()
    expect(paid.filter(({ type }) => type === "order.paid")).toMatchObject([
      { data: { capture: { amount: totalOf(held), currency: "EUR" } } },
    ])
  })

  it("is captured once by six simultaneous requests [ROUTE-48]", async () => {
    const held = await authorized()
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => capture(held)))
    const codes = answers.map(codeIn)
    expect(codes.filter((code) => code === undefined)).toHaveLength(1)
    for (const code of codes) expect([undefined, "earlier_call_open", "invalid_state"]).toContain(code)
    await expectCaptured(held)
    expect((await atStripe(held)).calls).toBe(1)
  })

  it("is captured once its order is not locked any more, and before a cancellation that follows [ROUTE-48]", async () => {
    const held = await authorized()
    const [releaseOrder, release] = [await lockAs(held.order.id), await lockAs(`refunds of ${held.order.id}`)]
    const answer = capture(held)
    await eventually(async () => requested(held))
    expect(await requested(held)).toEqual({ status: "requested", is_claimed: false })
    await releaseOrder()
    await eventually(async () => (await requested(held))?.is_claimed || undefined)
    const locks = "select from gw_cart_lock where cart_id = $1 and leased_until > now()"
    expect(await sql(locks, [held.order.id])).toHaveLength(1)
    const canceled = buyer.send(`/orders/${held.order.display_id}/cancel`)
    await release()
    expect((await answer).body.result).toMatchObject({ state: "completed" })
    expect((await canceled).status).toBe(200)
    await becomes(held, { captured_amount: totalOf(held), refunded_amount: totalOf(held) })
    expect((await atStripe(held)).calls).toBe(1)
  })

  it("is not captured above or below its amount, which Medusa does not send to a provider [ROUTE-48]", async () => {
    const held = await authorized()
    const amount = totalOf(held)
    expect((await capture(held, { amount: amount + 1 })).body.error.data).toMatchObject({
      code: "amount_exceeds_authorized",
      left: amount,
    })
    const part = await capture(held, { amount: amount - 1, final: true })
    expect([codeIn(part), part.body.error.message]).toEqual([
      "invalid_state",
      expect.stringContaining("captures a whole payment"),
    ])
    await captureInAdmin(held.order, 1)
    await becomes(held, { captured_amount: 100 })
    expect(codeIn(await capture(held))).toBe("invalid_state")
  })

  it("is not captured by another client, nor without the scope [ROUTE-48]", async () => {
    const held = await authorized()
    const other = await Agent.withScopes("a2a:payments:capture")
    expect(codeIn(await capture(held, {}, other))).toBe("payment_not_found")
    const reader = await Agent.withScopes("a2a:payments:read")
    await setRules(reader.client_id, { whole_store: true })
    expect(codeIn(await capture(held, {}, reader))).toBe("scope_denied")
    expect(await atStripe(held)).toEqual({ received: 0, calls: 0 })
  })

  it("is not captured through Medusa's manual provider, which moves no money [ROUTE-48]", async () => {
    const held = await authorized()
    await sql("update payment set provider_id = 'pp_system_default' where id = $1", [medusaPayment(held)])
    const refused = await capture(held)
    expect([codeIn(refused), refused.body.error.message]).toEqual([
      "invalid_state",
      expect.stringContaining("Medusa's manual provider, which moves no money"),
    ])
    const path = `/admin/agentic-commerce/payments/${held.payment_id}/capture`
    expect((await adminPost(path)).status).toBe(400)
    expect((await paymentOf(held)).movable.capture).toBe(0)
    expect(await atStripe(held)).toEqual({ received: 0, calls: 0 })
  })

  it("is captured by staff one payment after the other if it has several [ROUTE-48]", async () => {
    const held = await authorized()
    await stripe.deliver("lost")
    const amounts = await splitPayment(held)
    const path = `/agentic-commerce/payments/${held.payment_id}/capture`
    for (const amount of amounts) {
      expect((await paymentOf(held)).movable.capture).toBe(amount)
      await inAdmin(path, { amount })
    }
    expect(await becomes(held, { captured_amount: totalOf(held) })).toMatchObject({ movable: { capture: 0 } })
  })

  it("is captured by staff on the payment's page, and not after it was voided [ROUTE-48]", async () => {
    const [held, voided] = [await authorized(), await authorized()]
    const path = ({ payment_id }: Held) => `/agentic-commerce/payments/${payment_id}/capture`
    expect(await inAdmin(path(held))).toMatchObject({ payment: { captured_amount: totalOf(held) } })
    await expectCaptured(held)
    expect((await buyer.send(`/orders/${voided.order.display_id}/cancel`)).status).toBe(200)
    await becomes(voided, { display_status: "voided" })
    expect((await adminPost(`/admin${path(voided)}`)).status).toBe(400)
    expect(codeIn(await capture(voided))).toBe("invalid_state")
  })
})

describe("a capture at Stripe whose outcome is unknown", () => {
  /** A capture whose answer is lost, or that Stripe fails to make. Returns its task. */
  async function unknown(held: Held, kind: "lost_answer" | "error"): Promise<string> {
    await stripe.fail({ kind, call: `${held.intent}/capture`, times: 10 })
    const { data } = (await capture(held)).body.error
    expect(data.code).toBe("bank_unavailable")
    await stripe.reset()
    return String(data.task_id)
  }

  /** Expects that a capture whose answer is lost is recorded once. */
  async function expectRecorded(delivery: "lost" | "once"): Promise<void> {
    const held = await authorized()
    await stripe.deliver(delivery)
    const task_id = await unknown(held, "lost_answer")
    if (delivery === "once") await becomes(held, { display_status: "paid" })
    else expect(codeIn(await capture(held))).toBe("earlier_call_open")
    await endUnknown(held)
    expect(await bookkeeper.settled(task_id)).toMatchObject({
      state: "completed",
      artifacts: { capture: { amount: totalOf(held) }, payment: { status: "captured" } },
    })
    await expectCaptured(held)
  }

  it("is recorded once if Stripe has made it and its event is lost [ROUTE-49]", () => expectRecorded("lost"))

  it("is recorded once if Medusa has recorded it because of Stripe's event [ROUTE-49]", () =>
    expectRecorded("once"))

  it("is made again if Stripe has not made it, and keeps the order from being canceled [ROUTE-49]", async () => {
    const held = await authorized()
    const task_id = await unknown(held, "error")
    const canceled = await buyer.send(`/orders/${held.order.display_id}/cancel`)
    expect(canceled.body).toMatchObject({ code: "earlier_call_open" })
    await endUnknown(held)
    expect(await bookkeeper.settled(task_id)).toMatchObject({ state: "completed" })
    await expectCaptured(held)
  })

  it("ends as not executed if Stripe has not made it after two minutes [ROUTE-49]", async () => {
    const held = await authorized()
    const task_id = await unknown(held, "error")
    await endUnknown(held, "3 minutes")
    await runJob("end-interrupted")
    expect(await bookkeeper.settled(task_id)).toMatchObject({
      state: "failed",
      artifacts: { error: { code: "not_executed" } },
    })
    expect((await atStripe(held)).received).toBe(0)
    expect((await capture(held)).body.result).toMatchObject({ state: "completed" })
    await expectCaptured(held)
  })

  it("is not made by a server that was paused until it had ended as not executed [ROUTE-49]", async () => {
    const held = await authorized()
    const release = await lockAs(`refunds of ${held.order.id}`)
    const answer = capture(held)
    await eventually(async () => (await requested(held))?.is_claimed || undefined)
    // The paused server may renew the capture before the job runs.
    await eventually(async () => {
      await endUnknown(held, "3 minutes")
      return (await requested(held))?.status === "refused" || undefined
    })
    await release()
    expect(codeIn(await answer)).toBe("not_executed")
    expect(await atStripe(held)).toEqual({ received: 0, calls: 0 })
    expect((await capture(held)).body.result).toMatchObject({ state: "completed" })
    await expectCaptured(held)
  })

  it("is recorded once if the job deleted its record while a paused server waited for Stripe [ROUTE-49]", async () => {
    const held = await authorized()
    await stripe.deliver("lost")
    const task_id = await unknown(held, "lost_answer")
    // The paused server receives the answer.
    await sql("update payment set captured_at = now() where id = $1", [medusaPayment(held)])
    await endUnknown(held)
    expect(await bookkeeper.settled(task_id)).toMatchObject({ state: "completed" })
    await expectCaptured(held)
    expect((await orderNumber(held.order.display_id)).payment_status).toBe("captured")
  })

  it("is not refused if a paused server claims its call while the job ends it [ROUTE-49]", async () => {
    const held = await authorized()
    const task_id = await unknown(held, "error")
    await sql(
      "update gw_bank_operation set bank_called_at = null, provider_payment_id = null where payment_id = $1",
      [held.payment_id]
    )
    // The claim follows the job's reading of the operation.
    await sql(`create function gw_test_claim() returns trigger language plpgsql as
      'begin update gw_bank_operation set bank_called_at = now(), provider_payment_id = ''${medusaPayment(held)}'' where id = new.id;
       return null; end'`)
    await sql(`create trigger gw_test_claim after update on gw_bank_operation for each row
      when (new.bank_called_at is null and new.updated_at > old.updated_at) execute function gw_test_claim()`)
    await endUnknown(held).finally(() => sql("drop function gw_test_claim cascade"))
    expect(await bookkeeper.settled(task_id)).toMatchObject({ state: "completed" })
    await expectCaptured(held)
  })

  /** Expects one review, an hour after a capture whose outcome is not reported because of `fail`. Returns its task. */
  async function expectReviewed(
    held: Held,
    fail: () => Promise<unknown>,
    kind: "lost_answer" | "error" = "error"
  ): Promise<string> {
    const task_id = await unknown(held, kind)
    await fail()
    await endUnknown(held, "50 minutes")
    expect((await paymentOf(held)).review_reason).toBeNull()
    await endUnknown(held, "2 hours")
    const { review_reason } = await paymentOf(held)
    expect(review_reason).toMatch(/^The provider does not report whether the capture of [\d.]+ EUR was made/)
    await sql("update gw_bank_operation set updated_at = created_at where payment_id = $1", [held.payment_id])
    await runJob("follow-storefront-payments")
    expect((await paymentOf(held)).review_reason).toBe(review_reason)
    return task_id
  }

  it("needs review if Stripe fails to report it for an hour, and ends when its order is canceled [ROUTE-49]", async () => {
    const held = await authorized()
    const query = `GET /v1/payment_intents/${held.intent}`
    const task_id = await expectReviewed(held, () => stripe.fail({ kind: "error", call: query, times: 100 }))
    expect((await adminPost(`/admin/orders/${held.order.id}/cancel`)).status).toBe(200)
    await endUnknown(held)
    await runJob("end-interrupted")
    expect(await bookkeeper.settled(task_id)).toMatchObject({
      state: "failed",
      artifacts: { error: { code: "no_capturable_payment" } },
    })
    expect((await atStripe(held)).received).toBe(0)
    expect((await closeReview(await paymentOf(held))).status).toBe(200)
  })

  it("needs review if Stripe reports no outcome for an hour [ROUTE-49]", async () => {
    const held = await authorized()
    await expectReviewed(held, () =>
      sql("update payment set data = '{}' where id = $1", [medusaPayment(held)])
    )
  })

  it("needs review an hour after its provider was removed, until it is recorded with the provider [ROUTE-49]", async () => {
    const held = await authorized()
    await stripe.deliver("lost")
    const setProvider = (provider_id: string) =>
      sql("update payment set provider_id = $2 where id = $1", [medusaPayment(held), provider_id])
    const task_id = await expectReviewed(held, () => setProvider("pp_removed_removed"), "lost_answer")
    await setProvider(STRIPE)
    await endUnknown(held)
    expect(await bookkeeper.settled(task_id)).toMatchObject({ state: "completed" })
    await expectCaptured(held)
    expect((await paymentOf(held)).review_reason).toBeNull()
    const reviewed = `select from "order" where id = $1 and metadata ? 'gw_review'`
    expect(await sql(reviewed, [held.order.id])).toEqual([])
  })

  it("is recorded once after the store was killed before or after the call [ROUTE-49]", async () => {
    const [before, after] = [await authorized(), await authorized()]
    await crashing.freezeAt("operation_begun", () => capture(before), before.payment_id)
    await crashing.crashAt("operation_executed", () => capture(after), after.payment_id)
    for (const held of [before, after]) {
      await endUnknown(held)
      await expectCaptured(held)
      const tasks = await sql(
        `select t.state from gw_task t join gw_bank_operation o on o.id = t.waits_for where o.payment_id = $1`,
        [held.payment_id]
      )
      expect(tasks).toEqual([{ state: "completed" }])
    }
  })
})
