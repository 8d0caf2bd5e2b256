import { randomUUID } from "node:crypto"
import { expectMember } from "./answers"
import type { Rpc } from "./rpc"

/** What the sample agent refunds: 5.00 EUR, in minor units. */
export const REFUND = { amount: 500, reason: "One item is returned" }

/** Requests the refund of a part of a payment. Returns the address of its task's stream. */
export async function requestRefund(rpc: Rpc, payment_id: string): Promise<string> {
  const task = await rpc("tasks/sendSubscribe", {
    skill_id: "refund_payment",
    input: { payment_id, ...REFUND },
    idempotency_key: randomUUID(),
  })
  return expectMember(task, "stream_url", "refund_payment")
}
