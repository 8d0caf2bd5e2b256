import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { DemoFailure } from "../failure"
import { asObject, expectMember, type Json } from "./answers"
import type { Rpc } from "./rpc"

/** The payment of the sample agent: 15.00 EUR, in minor units. */
export const PAYMENT = { amount: 1500, currency: "EUR" }

/** A payment that waits for its customer. `sca_redirect_url` is the page on which they pay. */
export interface WaitingPayment {
  task_id: string
  stream_url: string
  payment_id: string
  sca_redirect_url: string
  shop_order_id: string
}

/** Creates the payment, and returns it once there is a page for customer authentication. */
export async function createPayment(rpc: Rpc): Promise<WaitingPayment> {
  const reference = randomUUID()
  const task = await rpc("tasks/sendSubscribe", {
    skill_id: "create_payment",
    input: { ...PAYMENT, order_reference: `demo-${reference.slice(0, 8)}`, mode: "redirect" },
    idempotency_key: reference,
  })
  const task_id = expectMember(task, "task_id", "create_payment")
  const artifacts = await awaitRedirect(rpc, task_id, task)
  return {
    task_id,
    stream_url: expectMember(task, "stream_url", "create_payment"),
    payment_id: expectMember(artifacts, "payment_id", "create_payment"),
    sca_redirect_url: expectMember(artifacts, "sca_redirect_url", "create_payment"),
    shop_order_id: expectMember(artifacts, "shop_order_id", "create_payment"),
  }
}

/** Polls the task, because the bank may respond later than the first response of the store. */
async function awaitRedirect(rpc: Rpc, task_id: string, first: Json): Promise<Json> {
  let task = first
  for (let attempt = 0; attempt < 20; attempt++) {
    const artifacts = asObject(task.artifacts)
    if (artifacts.sca_redirect_url || task.state === "failed") return artifacts
    await sleep(500)
    task = await rpc("tasks/get", { task_id })
  }
  throw new DemoFailure(`Task ${task_id} has no page for customer authentication after 10 s.`)
}
