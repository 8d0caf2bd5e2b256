import { Agent, type Task } from "./agent"
import { afterEach, expect } from "vitest"
import { sql } from "./database"
import { eventuallyRunning, runJob } from "./jobs"
import { capturesOf, type Order, orderNumber, timesPlaced } from "./merchant"
import { switchSurfaces } from "./oauth-client"
import { pauseSchedule } from "./pause-schedule"
import { stripe } from "./stripe"

/** An agent with all scopes for payments, whose amounts are paid on the store's page. */
export async function pageAgent(): Promise<Agent> {
  await switchSurfaces({ a2a_enabled: true })
  return Agent.withScopes(...["create", "read", "capture", "refund"].map((scope) => `a2a:payments:${scope}`))
}

/** In the tests of the group, only `checkPayment` queries Stripe, and a fault at Stripe ends with its test. */
export function checkPaymentsAlone(): void {
  pauseSchedule("check-page-payments")
  afterEach(() => stripe.reset())
}

export const orderOf = ({ artifacts }: Task): Promise<Order> => orderNumber(artifacts.shop_order_id)

/** Runs the job that queries Stripe, with this payment due, as after the waiting time. */
export async function checkPayment({ artifacts }: Task, base_url?: string): Promise<void> {
  await sql("update gw_payment set next_check_at = now() where id = $1", [artifacts.payment_id])
  await runJob("check-page-payments", base_url)
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
export async function expectPaid(agent: Agent, task: Task): Promise<Order> {
  const done = await agent.settled(task.task_id)
  expect([done.state, done.artifacts.payment]).toMatchObject(["completed", { status: "captured" }])
  const order = await balanced(task)
  expect(order.payment_status).toBe("captured")
  expect(capturesOf(order)).toEqual([order.total])
  expect(timesPlaced(order)).toBe(1)
  return order
}
