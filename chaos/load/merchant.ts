import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "../../integration-tests/support/database"
import { adminFetch, adminPost } from "../../integration-tests/support/merchant"
import type { RequestedMovement } from "../audit/books"
import { majorOf } from "./major"
import type { Purchase, Opened } from "./purchase"
import { withRetries } from "./retry"

interface AdminOrder {
  status: string
  payment_collections: {
    payments: {
      id: string
      payment_session_id: string
      captures: { id: string }[]
      refunds: { id: string }[]
    }[]
  }[]
}

const FIELDS =
  "fields=id,status,*payment_collections.payments,*payment_collections.payments.captures,*payment_collections.payments.refunds"

/** How long the merchant checks a request whose response was lost. */
const WAIT_TIMEOUT_MS = 45_000
const POLL_INTERVAL_MS = 2500

/**
 * The outcome of a request: `done`: confirmed; `seen`: the response was lost, and the admin shows the result; `refused`;
 * `open`: unknown.
 */
export type Outcome = "done" | "seen" | "refused" | "open"

/** Error messages of the bank or Medusa after which the request was certainly not executed. */
const CLEAR_REFUSAL = /bank refused|cannot (capture|refund) more|already captured|captured already/i

/** Medusa's error for an order that was canceled meanwhile. The bank may have executed the request before. */
const ORDER_CANCELED = /has been canceled/i

/**
 * Captures or refunds in Medusa's admin, and records the request. Amount in minor units. When the response is lost, the
 * merchant checks the result before the next attempt.
 */
export async function move(
  { runLog }: Purchase,
  { payment_id, currency }: Opened,
  order_id: string,
  { kind, amount }: Pick<RequestedMovement, "kind" | "amount">
): Promise<Outcome> {
  const record = await recordOf(order_id, payment_id)
  if (!record) return "refused"
  const known = record[`${kind}s`].map(({ id }) => id)
  const outcome = await request(
    `/admin/payments/${record.id}/${kind}`,
    { amount: majorOf(amount, currency) },
    async () => {
      const now = await recordOf(order_id, payment_id)
      return Boolean(now?.[`${kind}s`].some(({ id }) => !known.includes(id)))
    }
  )
  // The outcome of the call behind a record that was only seen may still be unknown.
  if (outcome !== "refused")
    runLog.requested.push({ payment_id, kind, amount, outcome: outcome === "done" ? "done" : "open" })
  runLog.count(`${kind} ${outcome}`)
  return outcome
}

/** Cancels an order in the admin. */
export async function cancelOrder(
  { runLog }: Purchase,
  { payment_id }: Opened,
  order_id: string
): Promise<Outcome> {
  runLog.canceled.push(payment_id)
  const outcome = await request(`/admin/orders/${order_id}/cancel`, {}, async () => {
    return (await orderOf(order_id))?.status === "canceled"
  })
  runLog.count(`cancel ${outcome}`)
  if (outcome === "open") runLog.unsure.push(order_id)
  return outcome
}

/** Retries a cancellation, unless the order is already canceled. */
export async function cancelAgain(order_id: string): Promise<void> {
  const order = await orderOf(order_id)
  if (order && order.status !== "canceled") await post(`/admin/orders/${order_id}/cancel`, {})
}

/** Sends a request. When the response is lost or unclear, checks with `isDone` before the next attempt. */
async function request(path: string, body: object, isDone: () => Promise<boolean>): Promise<Outcome> {
  const deadline = Date.now() + WAIT_TIMEOUT_MS
  for (let tries = 1; ; tries++) {
    const answer = await post(path, body)
    if (answer?.ok) return "done"
    if (answer && ORDER_CANCELED.test(answer.message)) return "open"
    if (answer && CLEAR_REFUSAL.test(answer.message)) return tries === 1 ? "refused" : "open"
    await sleep(POLL_INTERVAL_MS)
    if (await withRetries(isDone)) return "seen"
    if (Date.now() > deadline) return "open"
  }
}

async function post(path: string, body: object): Promise<{ ok: boolean; message: string } | undefined> {
  try {
    const response = await adminPost(path, body)
    return { ok: response.ok, message: await response.text() }
  } catch {
    return undefined
  }
}

/** Medusa's payment for a payment of the plugin. An order may have several. */
async function recordOf(order_id: string, payment_id: string) {
  const [ours] = await sql<{ session_id: string }>("select session_id from gw_payment where id = $1", [
    payment_id,
  ])
  const order = await orderOf(order_id)
  const payments = order?.payment_collections.flatMap(({ payments }) => payments)
  return payments?.find(({ payment_session_id }) => payment_session_id === ours?.session_id)
}

/** An order in the admin; undefined when there is none. Medusa deletes an order whose creation failed. */
async function orderOf(order_id: string): Promise<AdminOrder | undefined> {
  return withRetries(async () => {
    const response = await adminFetch(`/admin/orders/${order_id}?${FIELDS}`)
    if (response.status === 404) return undefined
    if (!response.ok) throw new Error(`the admin responded with ${response.status} for order ${order_id}`)
    return ((await response.json()) as { order: AdminOrder }).order
  })
}
