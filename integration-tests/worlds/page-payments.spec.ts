import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Agent, eventually, type Task } from "../support/agent"
import { sql } from "../support/database"
import { eventuallyRunning, pauseJob, runJob } from "../support/jobs"
import {
  adminFetch,
  adminGet,
  adminPost,
  capturesOf,
  type Order,
  orderNumber,
  timesPlaced,
} from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"
import { openPage, payOn, STRIPE_PAGE } from "../support/page-shopper"
import { queryByStaff, type ShownPayment } from "../support/storefront-orders"
import { STRIPE, stripe, stripeKeys } from "../support/stripe"
import { blockInserts } from "../support/table-lock"
import { world } from "../support/world"

const running = inOwnWorld({ ...STRIPE_PAGE, ...stripeKeys() })

let agent: Agent
let resume: () => Promise<void>

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes(
    ...["create", "read", "capture", "refund"].map((scope) => `a2a:payments:${scope}`)
  )
  resume = await pauseJob("check-page-payments")
})
afterAll(() => resume())
afterEach(() => stripe.reset())

const orderOf = ({ artifacts }: Task) => orderNumber(artifacts.shop_order_id)

/** Runs the job with the payment due, as after the waiting time. */
async function check({ artifacts }: Task, base_url?: string): Promise<void> {
  await sql("update gw_payment set next_check_at = now() where id = $1", [artifacts.payment_id])
  await runJob("check-page-payments", base_url)
}

const backdate = ({ artifacts }: Task, seconds: number) =>
  sql("update gw_payment set created_at = created_at - make_interval(secs => $2) where id = $1", [
    artifacts.payment_id,
    seconds,
  ])

const collectionOf = async (task: Task) => {
  const rows = await sql<{ payment_collection_id: string }>(
    "select payment_collection_id from order_payment_collection where order_id = $1",
    [(await orderOf(task)).id]
  )
  return rows[0]?.payment_collection_id ?? ""
}

const setCollectionAmount = async (task: Task, amount: number) =>
  sql(
    `update payment_collection set amount = $2::numeric,
            raw_amount = jsonb_build_object('value', $2::text, 'precision', 20) where id = $1`,
    [await collectionOf(task), String(amount)]
  )

/** Creates another payment session, as a visitor can who knows the id of the payment collection. */
async function replaceSession(task: Task, data: object = {}) {
  const path = `/store/payment-collections/${await collectionOf(task)}/payment-sessions`
  const response = await fetch(world().base_url + path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-publishable-api-key": world().shop.publishable_key },
    body: JSON.stringify({ provider_id: STRIPE, data }),
  })
  return { status: response.status, intent: (await stripe.state()).intents.at(-1)?.id ?? "" }
}

/** The order once its books are in balance: simultaneous webhooks make Medusa book a capture twice. */
function balanced(task: Task): Promise<Order> {
  return eventuallyRunning("compare-books", async () => {
    await sql("update gw_book_check set next_at = now() where payment_id = $1", [task.artifacts.payment_id])
    const order = await orderOf(task)
    const { paid_total, pending_difference } = order.summary
    return paid_total === order.total && pending_difference === 0 ? order : undefined
  })
}

/** A task whose order is paid once and announced once, with the books of the order in balance. */
async function expectPaid(task: Task): Promise<Order> {
  const done = await agent.settled(task.task_id)
  expect([done.state, done.artifacts.payment]).toMatchObject(["completed", { status: "captured" }])
  const order = await balanced(task)
  expect(order.payment_status).toBe("captured")
  expect(capturesOf(order)).toEqual([order.total])
  expect(timesPlaced(order)).toBe(1)
  return order
}

async function expectEnded(task: Task, state: string): Promise<void> {
  expect((await agent.settled(task.task_id)).state).toBe(state)
  const order = await orderOf(task)
  expect([order.status, capturesOf(order), timesPlaced(order)]).toEqual(["canceled", [], 0])
}

/** Whether staff can query the provider about a payment. */
async function canQuery(payment_id: string): Promise<boolean> {
  const path = `/admin/agentic-commerce/payments/${payment_id}`
  return (await adminGet<{ payment: ShownPayment }>(path)).payment.can_query
}

const statusAt = async (intent: string) => (await stripe.intent(intent)).status

describe("an amount that its customer pays on the store's page through Stripe", () => {
  it("creates an order that is not announced, and returns the link of the page [ROUTE-19]", async () => {
    const task = await agent.createPayment({ order_reference: "P-1", description: "Two <mugs>" })
    const { payment_id, sca_redirect_url } = task.artifacts
    expect([task.state, sca_redirect_url]).toEqual([
      "input-required",
      `${world().base_url}/gw-bank/v1/pay/${payment_id}`,
    ])
    const order = await orderOf(task)
    expect(order).toMatchObject({ status: "pending", payment_status: "not_paid", total: 15 })
    expect(timesPlaced(order)).toBe(0)
    const page = await openPage(task)
    expect(page).toMatchObject({ key: "pk_test_double" })
    expect(page.html).toContain("Pay 15.00 EUR")
    expect(page.html).toContain("Two &lt;mugs&gt;")
    expect(page.html).toContain("<noscript>")
    const policy = page.headers.get("content-security-policy") ?? ""
    expect(policy).toContain("https://js.stripe.com")
    expect([policy.includes("unsafe-eval"), page.headers.get("cache-control")]).toEqual([false, "no-store"])
    expect(await stripe.intent(page.intent)).toMatchObject({ amount: 1500, capture_method: "automatic" })
  })

  it("completes the task, and pays and announces the order once, also if webhooks are repeated [ROUTE-19]", async () => {
    await stripe.deliver("twice")
    const task = await agent.createPayment({ amount: 2599 })
    const { back } = await payOn(task)
    await fetch(back)
    await expectPaid(task)
    expect(await (await fetch(task.artifacts.sca_redirect_url)).text()).toContain("Payment confirmed")
  })

  it("finds a payment whose webhook is lost, by the customer's return or by the job [ROUTE-19]", async () => {
    await stripe.deliver("lost")
    const [returned, closed] = [await agent.createPayment(), await agent.createPayment({ amount: 1600 })]
    const { back } = await payOn(returned)
    // As the page does by itself: the provider is queried at most every two seconds.
    await eventually(async () =>
      (await (await fetch(back)).text()).includes("Payment confirmed") ? true : undefined
    )
    await expectPaid(returned)
    await payOn(closed)
    await check(closed)
    await expectPaid(closed)
  })

  it("is recorded when staff query the provider, also after the provider has failed [ADM-09, ADM-32]", async () => {
    await stripe.deliver("lost")
    const task = await agent.createPayment({ amount: 1650 })
    const { payment_id } = task.artifacts
    expect(await canQuery(payment_id)).toBe(true)
    expect((await queryByStaff({ payment_id })).body).toMatchObject({ outcome: "unchanged" })
    const { intent } = await payOn(task)
    await stripe.fail({ kind: "error", call: `GET /v1/payment_intents/${intent}`, times: 8 })
    const failed = await queryByStaff({ payment_id })
    expect([failed.status, failed.body]).toMatchObject([503, { code: "bank_unavailable" }])
    await stripe.reset()
    expect((await queryByStaff({ payment_id })).body).toMatchObject({ outcome: "changed" })
    await expectPaid(task)
    expect(await canQuery(payment_id)).toBe(false)
  })

  it("is paid with another card after a decline [ROUTE-19]", async () => {
    const task = await agent.createPayment({ amount: 1700 })
    const { secret, back } = await openPage(task)
    await stripe.confirm(secret, "declined")
    await fetch(back)
    await check(task)
    expect((await agent.getTask(task.task_id)).state).toBe("input-required")
    await stripe.confirm((await openPage(task)).secret)
    await fetch(back)
    await expectPaid(task)
  })

  it("ends at Stripe and cancels the order when the time is over, but not if it is paid by then [ROUTE-20]", async () => {
    await stripe.deliver("lost")
    const [open, paid] = [
      await agent.createPayment({ amount: 1800 }),
      await agent.createPayment({ amount: 1801 }),
    ]
    const { intent } = await openPage(open)
    await payOn(paid)
    for (const task of [open, paid]) {
      await backdate(task, 901)
      await check(task)
    }
    await expectEnded(open, "failed")
    expect((await agent.getTask(open.task_id)).artifacts.error?.code).toBe("sca_abandoned")
    expect(await statusAt(intent)).toBe("canceled")
    await expectPaid(paid)
  })

  it("ends at Stripe when the agent cancels the task, but not if it is paid by then [ROUTE-20]", async () => {
    await stripe.deliver("lost")
    const [open, paid] = [
      await agent.createPayment({ amount: 1900 }),
      await agent.createPayment({ amount: 1901 }),
    ]
    const { intent } = await openPage(open)
    await payOn(paid)
    const canceled = await agent.call("tasks/cancel", { task_id: open.task_id })
    expect(canceled.body.result.state).toBe("canceled")
    await expectEnded(open, "canceled")
    expect(await statusAt(intent)).toBe("canceled")
    const refused = await agent.call("tasks/cancel", { task_id: paid.task_id })
    expect(refused.body.error.data.code).toBe("task_not_cancelable")
    await expectPaid(paid)
  })

  it("ends at Stripe when staff cancel the order [ROUTE-20]", async () => {
    const task = await agent.createPayment({ amount: 2000 })
    const { intent } = await openPage(task)
    const { id } = await orderOf(task)
    expect((await adminPost(`/admin/orders/${id}/cancel`)).status).toBe(200)
    await expectEnded(task, "failed")
    expect(await statusAt(intent)).toBe("canceled")
  })

  it("is paid by the session that its customer has paid, and no other session stays open [ROUTE-22]", async () => {
    await stripe.deliver("lost")
    const task = await agent.createPayment({ amount: 2060 })
    const { intent } = await payOn(task)
    // Medusa fails to delete the paid session.
    const other = await replaceSession(task)
    expect(other.status).toBe(500)
    // As if Medusa had kept both.
    await sql(
      `insert into payment_session (id, currency_code, amount, raw_amount, provider_id, payment_collection_id, status, data, created_at)
       select 'payses_newer', currency_code, amount, raw_amount, provider_id, payment_collection_id, status,
              data || jsonb_build_object('id', $2::text, 'client_secret', $2 || '_secret_1'), now()
         from payment_session where data ->> 'id' = $1`,
      [intent, other.intent]
    )
    // The page must not find the payment by a query of its own, as it does when the last query is older.
    await sql("update gw_payment set queried_at = now() + interval '1 minute' where id = $1", [
      task.artifacts.payment_id,
    ])
    expect(await (await fetch(task.artifacts.sca_redirect_url)).text()).not.toContain(other.intent)
    await check(task)
    await expectPaid(task)
    expect([await statusAt(intent), await statusAt(other.intent)]).toEqual(["succeeded", "canceled"])
  })

  it.each([
    ["only authorizes", { capture_method: "manual" }, undefined],
    ["is for another amount", { capture_method: "automatic" }, 1],
  ])(
    "ends when its session is replaced by one that %s, which the page does not show [ROUTE-22]",
    async (_, data, amount) => {
      const task = await agent.createPayment({ amount: 2070 })
      const first = await openPage(task)
      if (amount) await setCollectionAmount(task, amount)
      const other = await replaceSession(task, data)
      expect(other.status).toBe(200)
      expect(await statusAt(first.intent)).toBe("canceled")
      expect(await (await fetch(task.artifacts.sca_redirect_url)).text()).not.toContain("data-secret")
      await check(task)
      await expectEnded(task, "failed")
      expect(await statusAt(other.intent)).toBe("canceled")
    }
  )

  it("needs review when it was paid before staff canceled its order, and is refunded by them [ROUTE-20]", async () => {
    await stripe.deliver("lost")
    const task = await agent.createPayment({ amount: 2050 })
    const { intent } = await payOn(task)
    const { id } = await orderOf(task)
    expect((await adminPost(`/admin/orders/${id}/cancel`)).status).toBe(200)
    const failed = await agent.settled(task.task_id)
    expect([failed.state, failed.artifacts.error?.code]).toEqual(["failed", "not_refunded"])
    const path = `/admin/agentic-commerce/payments/${task.artifacts.payment_id}`
    const read = async () => (await adminGet<{ payment: Record<string, unknown> }>(path)).payment
    expect(await read()).toMatchObject({ display_status: "needs_review", captured_amount: 2050 })
    const refunded = await adminFetch(`${path}/refund`, {
      method: "POST",
      headers: { "idempotency-key": "refund-of-a-canceled-order" },
      body: JSON.stringify({ amount: 2050 }),
    })
    expect(refunded.status).toBe(200)
    expect((await stripe.refundsOf(intent)).map(({ amount }) => amount)).toEqual([2050])
    expect(await read()).toMatchObject({ refunded_amount: 2050 })
    expect(timesPlaced(await orderOf(task))).toBe(0)
  })

  it("needs review when its order is paid after it has ended [ROUTE-22]", async () => {
    const task = await agent.createPayment({ amount: 2080 })
    await backdate(task, 901)
    await check(task)
    await expectEnded(task, "failed")
    // Medusa itself still takes a payment of the collection.
    const late = await replaceSession(task, { capture_method: "automatic" })
    expect(late.status).toBe(200)
    const { client_secret } = await stripe.intent(late.intent)
    await stripe.confirm(client_secret)
    const path = `/admin/agentic-commerce/payments/${task.artifacts.payment_id}`
    const reasons = await eventually(async () => {
      const { payment } = await adminGet<{ payment: { review_reason: string | null } }>(path)
      return payment.review_reason ?? undefined
    })
    expect(reasons).toContain("after the agent's payment had ended")
    expect(timesPlaced(await orderOf(task))).toBe(0)
  })

  it("stays open while Stripe fails, and ends afterwards [ROUTE-20]", async () => {
    const task = await agent.createPayment({ amount: 2100 })
    const { intent } = await openPage(task)
    await backdate(task, 901)
    await stripe.fail({ kind: "error", call: `POST /v1/payment_intents/${intent}/cancel`, times: 10 })
    await check(task)
    expect((await agent.getTask(task.task_id)).state).toBe("input-required")
    const canceled = await agent.call("tasks/cancel", { task_id: task.task_id })
    expect(canceled.body.error.data.code).toBe("bank_unavailable")
    await stripe.reset()
    await check(task)
    await expectEnded(task, "canceled")
  })

  it("is recorded once by simultaneous webhooks, returns and jobs on two servers [ROUTE-19]", async () => {
    const second = await running().startSecondStore()
    await stripe.deliver("twice")
    const tasks = await Promise.all([2200, 2201, 2202].map((amount) => agent.createPayment({ amount })))
    await Promise.all(
      tasks.map(async (task) => {
        const { back } = await payOn(task)
        const there = back.replace(world().base_url, second)
        await Promise.all([fetch(back), fetch(there), check(task), check(task, second), fetch(back)])
      })
    )
    for (const task of tasks) await expectPaid(task)
    for (const { status } of (await stripe.state()).intents.slice(-3)) expect(status).toBe("succeeded")
  })

  it("books a capture whose recording was killed before the order's transaction [ROUTE-19]", async () => {
    const task = await agent.createPayment({ amount: 2250 })
    const { id } = await orderOf(task)
    const blocked = await blockInserts("order_transaction", `new.order_id = '${id}'`)
    await payOn(task)
    await blocked.stopped()
    await running().killStore()
    await blocked.abort()
    await running().startStore()
    await check(task)
    await expectPaid(task)
  })

  it("corrects an order on which Medusa has booked a capture twice [ROUTE-19]", async () => {
    const task = await agent.createPayment({ amount: 2260 })
    await fetch((await payOn(task)).back)
    const { id, total } = await expectPaid(task)
    await sql(
      `insert into order_transaction (id, order_id, version, amount, raw_amount, currency_code, reference, reference_id)
       select 'ordtrx_twice', order_id, version, amount, raw_amount, currency_code, reference, reference_id
         from order_transaction where order_id = $1`,
      [id]
    )
    const booked = () =>
      sql<{ amount: string }>(
        "select amount from order_transaction where order_id = $1 and deleted_at is null",
        [id]
      )
    expect(await booked()).toHaveLength(2)
    const rows = await eventuallyRunning("compare-books", async () => {
      await sql("update gw_book_check set next_at = now() where payment_id = $1", [task.artifacts.payment_id])
      const now = await booked()
      return now.length === 1 ? now : undefined
    })
    expect(rows.map(({ amount }) => Number(amount))).toEqual([total])
    await expectPaid(task)
  })

  it("is refunded by the agent, once for each request [ROUTE-21]", async () => {
    const task = await agent.createPayment({ amount: 2300 })
    const { intent, back } = await payOn(task)
    await fetch(back)
    const order = await expectPaid(task)
    const input = { payment_id: task.artifacts.payment_id, amount: 300 }
    const [first, second] = await Promise.all([
      agent.send("refund_payment", input, "refund-1"),
      agent.send("refund_payment", input, "refund-1"),
    ])
    for (const { body } of [first, second]) {
      const id = body.result?.task_id
      if (id) expect((await agent.settled(id)).state).toBe("completed")
    }
    expect((await stripe.refundsOf(intent)).map(({ amount }) => amount)).toEqual([300])
    expect((await orderNumber(order.display_id)).summary).toMatchObject({
      paid_total: 23,
      refunded_total: 3,
      pending_difference: 0,
    })
    const more = await agent.send("refund_payment", { ...input, amount: 2001 })
    expect(more.body.error.data.code).toBe("amount_exceeds_captured")
  })

  it("shows staff the provider and the route, and does not capture or void [ROUTE-21]", async () => {
    const task = await agent.createPayment({ amount: 2400 })
    const path = `/admin/agentic-commerce/payments/${task.artifacts.payment_id}`
    const { payment } = await adminGet<{ payment: Record<string, unknown> }>(path)
    expect(payment).toMatchObject({
      route: "page",
      intent: "sale",
      movable: { capture: 0, refund: 0, void: false },
    })
    expect((await adminPost(`${path}/void`, {})).status).toBeGreaterThanOrEqual(400)
    expect((await adminPost(`${path}/void`, {})).status).toBeLessThan(500)
  })

  it("refuses what the route cannot do, and unknown pages [ROUTE-21]", async () => {
    const refusalOf = async (input: object) =>
      (await agent.send("create_payment", { amount: 1500, currency: "EUR", ...input })).body.error.data.issues
    expect(await refusalOf({ capture: "manual" })).toMatchObject([{ path: "capture" }])
    expect(await refusalOf({ method: "bizum" })).toMatchObject([{ path: "method" }])
    expect(await refusalOf({ currency: "JPY" })).toMatchObject([{ path: "currency" }])
    const skill = await agent.send("capture_payment", { payment_id: "pay_1" })
    expect(skill.body.error.data.code).toBe("invalid_state")
    for (const id of ["pay_unknown", "%00", "x".repeat(5000)]) {
      const { status } = await fetch(`${world().base_url}/gw-bank/v1/pay/${id}`)
      expect([400, 404]).toContain(status)
    }
  })

  it("fails the task when Stripe does not open the payment, and leaves no open order [ROUTE-20]", async () => {
    await stripe.fail({ kind: "error", call: "POST /v1/payment_intents", times: 10 })
    const { body } = await agent.send("create_payment", { amount: 2500, currency: "EUR" })
    expect(body.result).toMatchObject({
      state: "failed",
      artifacts: { error: { code: "payment_not_created" } },
    })
    expect(await sql("select id from gw_payment where amount = 2500")).toEqual([])
  })

  it("ends a payment whose creation was killed before its link was stored [ROUTE-20]", async () => {
    const task = await agent.createPayment({ amount: 2600 })
    const { intent } = await openPage(task)
    // As a kill right before the link is stored leaves it.
    await sql(
      `update gw_payment set provisioned_at = null, status = 'created', redirect_url = null,
              created_at = now() - interval '121 seconds' where id = $1`,
      [task.artifacts.payment_id]
    )
    await eventually(async () => {
      await runJob("end-interrupted")
      return (await statusAt(intent)) === "canceled" || undefined
    })
    expect((await orderOf(task)).status).toBe("canceled")
  })
})
