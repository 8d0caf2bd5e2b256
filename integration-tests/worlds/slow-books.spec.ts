import { beforeAll, describe, expect, it } from "vitest"
import { Agent, type Task, eventually } from "../support/agent"
import { alertAbout, isOver } from "../support/alerts"
import { performEffects } from "../support/bank-ledger"
import { sql } from "../support/database"
import { lockTable } from "../support/table-lock"
import { eventuallyRunning, runJob } from "../support/jobs"
import { adminPost, type Order, orderNumber, paymentOf } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"
import { authenticate } from "../support/shopper"
import { everySetting } from "../support/store-keys"

inOwnWorld(everySetting())

let agent: Agent
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
})

/** A payment over 100.00 EUR that is captured, or authorized for a capture by the merchant. */
async function payment(capture?: "manual"): Promise<Task> {
  const { task_id, artifacts } = await agent.createPayment({ amount: 10_000, ...(capture && { capture }) })
  await authenticate(artifacts.sca_redirect_url)
  const task = await agent.settled(task_id)
  await performEffects(task.artifacts.payment_id)
  return task
}

const orderOf = ({ artifacts }: Task): Promise<Order> => orderNumber(artifacts.shop_order_id)

/** A total as Medusa stores it in an order's summary: a number and an exact value. */
const sums = (name: string, amount: number) => ({
  [name]: amount,
  [`raw_${name}`]: { value: String(amount), precision: 20 },
})

const bookedOf = async ({ id }: Order) =>
  (
    await sql<{ amount: number }>(
      `select amount::float8 as amount from order_transaction
        where order_id = $1 and deleted_at is null order by amount desc`,
      [id]
    )
  ).map(({ amount }) => amount)

/** Waits until the comparison finds no difference in an order. */
async function expectBooks(task: Task, booked: readonly number[]): Promise<void> {
  const paid = booked.filter((amount) => amount > 0).reduce((a, b) => a + b, 0)
  const total = booked.reduce((a, b) => a + b, 0)
  await eventuallyRunning("sweep-books", async () => {
    const order = await orderOf(task)
    const isRight =
      JSON.stringify(await bookedOf(order)) === JSON.stringify(booked) &&
      order.summary.paid_total === paid &&
      order.summary.transaction_total === total
    return isRight || undefined
  }).catch(() => undefined)
  const order = await orderOf(task)
  expect(await bookedOf(order)).toEqual(booked)
  expect(order.summary).toMatchObject({
    paid_total: paid,
    refunded_total: paid - total,
    transaction_total: total,
    pending_difference: 0,
  })
}

describe("an order's transactions while Medusa writes slowly", () => {
  it.each([
    ["capture", { amount: 100 }, [100]],
    ["refund", { amount: 40 }, [100, -40]],
  ] as const)("contain a %s in the admin once, however late Medusa writes it [BANK-67]", async (...given) => {
    const [kind, body, booked] = given
    const task = await payment(kind === "capture" ? "manual" : undefined)
    const { payment_id } = task.artifacts
    const held = await lockTable("order_transaction")
    const call = adminPost(`/admin/payments/${paymentOf(await orderOf(task)).id}/${kind}`, body)
    await held.stopped(1)
    await sql(
      "update gw_bank_operation set updated_at = updated_at - interval '1 minute' where payment_id = $1",
      [payment_id]
    )
    void runJob("settle-leftovers")
    // The store's own writer, which assumes that Medusa's write was lost in a crash.
    await held.stopped(2)
    await held.release()
    expect((await call).status).toBe(200)
    await performEffects(payment_id)
    await expectBooks(task, booked)
  })
})

describe("the comparison of transactions", () => {
  it("adds a missing transaction and removes a duplicate [BANK-67]", async () => {
    const task = await payment()
    const { id } = await orderOf(task)
    await sql("update order_transaction set deleted_at = now() where order_id = $1", [id])
    await expectBooks(task, [100])
    await sql(
      `insert into order_transaction (id, order_id, version, amount, raw_amount, currency_code, reference, reference_id)
       select 'ordtrx_twice', order_id, version, amount, raw_amount, currency_code, reference, reference_id
         from order_transaction where order_id = $1 and deleted_at is null`,
      [id]
    )
    await expectBooks(task, [100])
  })

  it("deletes a transaction whose refund does not exist [BANK-67]", async () => {
    const task = await payment()
    const { id } = await orderOf(task)
    await sql(
      `insert into order_transaction (id, order_id, version, amount, raw_amount, currency_code, reference, reference_id)
       select 'ordtrx_stray', order_id, version, -30, jsonb_build_object('value', '-30', 'precision', 20), currency_code,
              'refund', 'ref_gone'
         from order_transaction where order_id = $1 and deleted_at is null`,
      [id]
    )
    await sql(`update order_summary set totals = totals || $2::jsonb where order_id = $1`, [
      id,
      JSON.stringify({
        ...sums("transaction_total", 70),
        ...sums("refunded_total", 30),
        ...sums("pending_difference", 30),
      }),
    ])
    await expectBooks(task, [100])
  })

  it("corrects an order's totals when they differ from its transactions [BANK-67]", async () => {
    const task = await payment()
    const { id } = await orderOf(task)
    await sql(`update order_summary set totals = totals || $2::jsonb where order_id = $1`, [
      id,
      JSON.stringify({ ...sums("transaction_total", 200), ...sums("pending_difference", -100) }),
    ])
    await expectBooks(task, [100])
  })

  it("soon checks a changed payment again, and then leaves it to the periodic comparison", async () => {
    const task = await payment()
    const { payment_id } = task.artifacts
    const waiting = () => sql("select 1 from gw_book_check where payment_id = $1", [payment_id])
    expect(await waiting()).toHaveLength(1)
    await eventuallyRunning("compare-books", async () => {
      await sql("update gw_book_check set next_at = now() where payment_id = $1 and next_at is not null", [
        payment_id,
      ])
      return (await waiting()).length === 0 || undefined
    })
  })

  it("alerts the merchant about a difference it cannot correct, until it is corrected [BANK-67]", async () => {
    const task = await payment()
    const { payment_id, shop_order_id } = task.artifacts
    const { id } = paymentOf(await orderOf(task))
    const record = (amount: number) =>
      sql(
        `update capture set amount = $2::numeric, raw_amount = jsonb_build_object('value', $2::text, 'precision', 20)
          where payment_id = $1`,
        [id, amount]
      )
    await record(200)
    for (let times = 0; times < 3; times++) await runJob("sweep-books")
    const alert = await alertAbout("books_differ", payment_id)
    expect(alert).toMatchObject({
      title: `The books of a payment differ: order ${shop_order_id}`,
      description: expect.stringContaining("Medusa records 200") as string,
    })
    await record(100)
    await eventually(async () => {
      await runJob("sweep-books")
      return (await bookedOf(await orderOf(task))).join() === "100" || undefined
    })
    await runJob("sweep-books")
    await alertAbout("books_differ", payment_id, isOver)
  })
})
