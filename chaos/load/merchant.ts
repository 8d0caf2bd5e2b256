import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "../../integration-tests/support/database"
import { adminFetch, adminPost } from "../../integration-tests/support/merchant"
import type { Asked } from "../audit/books"
import { majorOf } from "./major"
import type { Life, Opened } from "./life"
import { patiently } from "./patience"

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

/** How long the merchant goes on asking about something whose answer was lost. */
const WAIT_TIMEOUT_MS = 45_000
const LOOK_AGAIN_MS = 2500

/** What became of a request: confirmed; seen in the admin after the answer was lost; refused; or nobody can say. */
export type Outcome = "done" | "seen" | "refused" | "open"

/** What the bank or Medusa says when it has surely not acted. */
const CLEAR_REFUSAL = /bank refused|cannot (capture|refund) more|already captured|captured already/i

/** What Medusa says of an order that was canceled meanwhile, whether or not the bank had acted by then. */
const TOO_LATE = /has been canceled/i

/**
 * Captures or refunds in the admin, and writes down what was asked. Amount in minor units. When the answer is lost the
 * merchant looks whether it came about before he tries again.
 */
export async function move(
  { diary }: Life,
  { payment_id, currency }: Opened,
  order_id: string,
  { kind, amount }: Pick<Asked, "kind" | "amount">
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
  // What was only seen may be a record whose call has yet to be cleared up.
  if (outcome !== "refused")
    diary.asked.push({ payment_id, kind, amount, outcome: outcome === "done" ? "done" : "open" })
  diary.count(`${kind} ${outcome}`)
  return outcome
}

/** Cancels an order in the admin. */
export async function cancelOrder(
  { diary }: Life,
  { payment_id }: Opened,
  order_id: string
): Promise<Outcome> {
  diary.canceled.push(payment_id)
  const outcome = await request(`/admin/orders/${order_id}/cancel`, {}, async () => {
    return (await orderOf(order_id))?.status === "canceled"
  })
  diary.count(`cancel ${outcome}`)
  if (outcome === "open") diary.unsure.push(order_id)
  return outcome
}

/** A merchant who comes back later and sees that an order still stands cancels it once more. */
export async function cancelAgain(order_id: string): Promise<void> {
  const order = await orderOf(order_id)
  if (order && order.status !== "canceled") await ask(`/admin/orders/${order_id}/cancel`, {})
}

/** Asks; when the answer is lost or says nothing, looks whether it came about, and only then asks again. */
async function request(path: string, body: object, cameAbout: () => Promise<boolean>): Promise<Outcome> {
  const deadline = Date.now() + WAIT_TIMEOUT_MS
  for (let tries = 1; ; tries++) {
    const answer = await ask(path, body)
    if (answer?.ok) return "done"
    if (answer && TOO_LATE.test(answer.message)) return "open"
    if (answer && CLEAR_REFUSAL.test(answer.message)) return tries === 1 ? "refused" : "open"
    await sleep(LOOK_AGAIN_MS)
    if (await patiently(cameAbout)) return "seen"
    if (Date.now() > deadline) return "open"
  }
}

async function ask(path: string, body: object): Promise<{ ok: boolean; message: string } | undefined> {
  try {
    const response = await adminPost(path, body)
    return { ok: response.ok, message: await response.text() }
  } catch {
    return undefined
  }
}

/** Medusa's payment of one of ours: an order may have several. */
async function recordOf(order_id: string, payment_id: string) {
  const [ours] = await sql<{ session_id: string }>("select session_id from gw_payment where id = $1", [
    payment_id,
  ])
  const order = await orderOf(order_id)
  const payments = order?.payment_collections.flatMap(({ payments }) => payments)
  return payments?.find(({ payment_session_id }) => payment_session_id === ours?.session_id)
}

/** An order in the admin; undefined when there is none (any more): one whose making fails is taken back. */
async function orderOf(order_id: string): Promise<AdminOrder | undefined> {
  return patiently(async () => {
    const response = await adminFetch(`/admin/orders/${order_id}?${FIELDS}`)
    if (response.status === 404) return undefined
    if (!response.ok) throw new Error(`the admin answered ${response.status} for order ${order_id}`)
    return ((await response.json()) as { order: AdminOrder }).order
  })
}
