import { beforeAll, describe, expect, it } from "vitest"
import { type Agent, eventually } from "../support/agent"
import { sql } from "../support/database"
import { eventuallyRunning } from "../support/jobs"
import { adminGet, adminPost, orderNumber, timesPlaced } from "../support/merchant"
import { inOwnWorld } from "../support/own-world"
import { openPage, payOn, STRIPE_PAGE } from "../support/page-shopper"
import { checkPayment, checkPaymentsAlone, expectPaid, orderOf, pageAgent } from "../support/page-tasks"
import { queryByStaff, type ShownPayment } from "../support/storefront-orders"
import { stripe, stripeKeys } from "../support/stripe"
import { blockInserts } from "../support/table-lock"
import { world } from "../support/world"

const running = inOwnWorld({ ...STRIPE_PAGE, ...stripeKeys() })

let agent: Agent
beforeAll(async () => void (agent = await pageAgent()))
checkPaymentsAlone()

/** Whether staff can query the provider about a payment. */
async function canQuery(payment_id: string): Promise<boolean> {
  const path = `/admin/agentic-commerce/payments/${payment_id}`
  return (await adminGet<{ payment: ShownPayment }>(path)).payment.can_query
}

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
    await expectPaid(agent, task)
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
    await expectPaid(agent, returned)
    await payOn(closed)
    await checkPayment(closed)
    await expectPaid(agent, closed)
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
    await expectPaid(agent, task)
    expect(await canQuery(payment_id)).toBe(false)
  })

  it("is paid with another card after a decline [ROUTE-19]", async () => {
    const task = await agent.createPayment({ amount: 1700 })
    const { secret, back } = await openPage(task)
    await stripe.confirm(secret, "declined")
    await fetch(back)
    await checkPayment(task)
    expect((await agent.getTask(task.task_id)).state).toBe("input-required")
    await stripe.confirm((await openPage(task)).secret)
    await fetch(back)
    await expectPaid(agent, task)
  })

  it("is recorded once by simultaneous webhooks, returns and jobs on two servers [ROUTE-19]", async () => {
    const second = await running().startSecondStore()
    await stripe.deliver("twice")
    const tasks = await Promise.all([2200, 2201, 2202].map((amount) => agent.createPayment({ amount })))
    await Promise.all(
      tasks.map(async (task) => {
        const { back } = await payOn(task)
        const there = back.replace(world().base_url, second)
        await Promise.all([
          fetch(back),
          fetch(there),
          checkPayment(task),
          checkPayment(task, second),
          fetch(back),
        ])
      })
    )
    for (const task of tasks) await expectPaid(agent, task)
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
    await checkPayment(task)
    await expectPaid(agent, task)
  })

  it("corrects an order on which Medusa has booked a capture twice [ROUTE-19]", async () => {
    const task = await agent.createPayment({ amount: 2260 })
    await fetch((await payOn(task)).back)
    const { id, total } = await expectPaid(agent, task)
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
    await expectPaid(agent, task)
  })

  it("is refunded by the agent, once for each request [ROUTE-21]", async () => {
    const task = await agent.createPayment({ amount: 2300 })
    const { intent, back } = await payOn(task)
    await fetch(back)
    const order = await expectPaid(agent, task)
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
})
