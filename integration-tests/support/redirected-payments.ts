import { expect } from "vitest"
import type { Agent, Task } from "./agent"
import { sql } from "./database"
import { eventuallyRunning, runJob } from "./jobs"
import { capturesOf, type Order, orderNumber, timesPlaced } from "./merchant"
import { mollie } from "./mollie"

const orderOf = ({ artifacts }: Task) => orderNumber(artifacts.shop_order_id)

/** Runs the job with a payment due, as after the waiting time, which has passed since the payment began. */
export async function check(payment_id: string, passed_seconds = 0, base_url?: string): Promise<void> {
  await sql(
    `update gw_payment set next_check_at = now(), created_at = created_at - make_interval(secs => $2)
      where id = $1`,
    [payment_id, passed_seconds]
  )
  await runJob("check-page-payments", base_url)
}

/** A task whose order is paid by one capture and announced once. */
export async function expectPaid(agent: Agent, task: Task): Promise<Order> {
  const done = await agent.settled(task.task_id)
  expect([done.state, done.artifacts.payment]).toMatchObject(["completed", { status: "captured" }])
  const order = await eventuallyRunning("compare-books", async () => {
    await sql("update gw_book_check set next_at = now() where payment_id = $1", [task.artifacts.payment_id])
    const now = await orderOf(task)
    return now.summary.paid_total === now.total && now.summary.pending_difference === 0 ? now : undefined
  })
  expect([order.payment_status, capturesOf(order), timesPlaced(order)]).toEqual([
    "captured",
    [order.total],
    1,
  ])
  return order
}

/** The statuses of the payments at the provider with which the customer of a task could pay. */
export async function paymentsFor(task: Task): Promise<string[]> {
  const sessions = await sql<{ id: string }>(
    `select s.id from payment_session s
       join order_payment_collection l on l.payment_collection_id = s.payment_collection_id
      where l.order_id = $1 and s.deleted_at is null`,
    [(await orderOf(task)).id]
  )
  const ids = sessions.map(({ id }) => id)
  const payments = await mollie.payments()
  return payments.filter(({ metadata }) => ids.includes(metadata.session_id)).map(({ status }) => status)
}
