import { beforeAll, describe, expect, it } from "vitest"
import { type Agent, eventually, type Task } from "../support/agent"
import { sql } from "../support/database"
import { runJob } from "../support/jobs"
import { adminFetch, adminGet, adminPost, capturesOf, timesPlaced } from "../support/merchant"
import { inOwnWorld } from "../support/own-world"
import { openPage, payOn, STRIPE_PAGE } from "../support/page-shopper"
import { checkPayment, checkPaymentsAlone, expectPaid, orderOf, pageAgent } from "../support/page-tasks"
import { STRIPE, stripe, stripeKeys } from "../support/stripe"
import { world } from "../support/world"

inOwnWorld({ ...STRIPE_PAGE, ...stripeKeys() })

let agent: Agent
beforeAll(async () => void (agent = await pageAgent()))
checkPaymentsAlone()

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

async function expectEnded(task: Task, state: string): Promise<void> {
  expect((await agent.settled(task.task_id)).state).toBe(state)
  const order = await orderOf(task)
  expect([order.status, capturesOf(order), timesPlaced(order)]).toEqual(["canceled", [], 0])
}

const statusAt = async (intent: string) => (await stripe.intent(intent)).status

describe("an amount that its customer pays on the store's page through Stripe", () => {
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
      await checkPayment(task)
    }
    await expectEnded(open, "failed")
    expect((await agent.getTask(open.task_id)).artifacts.error?.code).toBe("sca_abandoned")
    expect(await statusAt(intent)).toBe("canceled")
    await expectPaid(agent, paid)
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
    await expectPaid(agent, paid)
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
    await checkPayment(task)
    await expectPaid(agent, task)
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
      await checkPayment(task)
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
    await checkPayment(task)
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
    await checkPayment(task)
    expect((await agent.getTask(task.task_id)).state).toBe("input-required")
    const canceled = await agent.call("tasks/cancel", { task_id: task.task_id })
    expect(canceled.body.error.data.code).toBe("bank_unavailable")
    await stripe.reset()
    await checkPayment(task)
    await expectEnded(task, "canceled")
  })

  it("fails the task when Stripe does not open the payment, and leaves no open order [ROUTE-20]", async () => {
    await stripe.fail({ kind: "error", call: "POST /v1/payment_intents", times: 10 })
    const { body } = await agent.send("create_payment", { amount: 2500, currency: "EUR" })
    expect(body.result).toMatchObject({
      state: "failed",
      artifacts: { error: { code: "payment_not_created" } },
    })
    const left = "select id from gw_payment where client_id = $1 and amount = 2500"
    expect(await sql(left, [agent.client_id])).toEqual([])
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
