import { decide } from "../../integration-tests/support/approvals"
import { sql } from "../../integration-tests/support/database"
import { drawPart } from "./amounts"
import type { Purchase, Opened } from "./purchase"
import { withRetries } from "./retry"

const REFUSED_PART = 0.3

/** Another request of the same client is still being processed, or the client has made too many. */
const REPEATABLE = ["request_in_progress", "rate_limited"]

/**
 * Requests a refund of a part through UCP for a customer, and lets the merchant approve or reject it. The approval is
 * recorded before the decision, whose response may be lost.
 */
export async function requestRefund(
  purchase: Purchase,
  { payment_id, amount }: Opened,
  order_id: string
): Promise<void> {
  const { runLog, random } = purchase
  const part = drawPart(random, amount)
  const response = await request(purchase, order_id, part)
  runLog.count(`refund requested: ${response}`)
  const approval_id = await waitingApproval(payment_id)
  if (response !== "200" || !approval_id) return
  const decision = random.chance(REFUSED_PART) ? "refuse" : "approve"
  if (decision === "approve") {
    runLog.approvals.push({ id: approval_id, amount: part })
    runLog.requested.push({ payment_id, kind: "refund", amount: part, outcome: "open" })
  }
  await withRetries(async () => {
    const answer = await decide(approval_id, decision)
    if (answer.status >= 500) throw new Error(`the decision responded with ${answer.status}`)
  })
  runLog.count(`merchant: ${decision} the refund`)
}

/** Returns the status, with the code of a refusal. */
async function request({ personal, reference }: Purchase, order_id: string, amount: number): Promise<string> {
  const [order] = await sql<{ display_id: number }>(`select display_id from "order" where id = $1`, [
    order_id,
  ])
  const headers = { "idempotency-key": `${reference}-refund` }
  return withRetries(async () => {
    const path = `/orders/${order?.display_id}/refund`
    const { status, body } = await personal.send(path, { body: { amount }, headers })
    const { code = "" } = body as { code?: string }
    const response = `${status} ${code}`.trim()
    if (status >= 500 || REPEATABLE.includes(code)) throw new Error(`${path} responded with ${response}`)
    return response
  })
}

async function waitingApproval(payment_id: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }>(
    "select id from gw_approval where refund_of = $1 and status = 'waiting'",
    [payment_id]
  )
  return row?.id
}
