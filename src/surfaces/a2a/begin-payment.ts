import { problem } from "../../domain/errors"
import { newId } from "../../domain/secrets"
import { reached } from "../../failpoints"
import { AGENT_MODULE } from "../../modules/agent"
import type { Task } from "../../modules/agent/models/task"
import type AgentService from "../../modules/agent/service"
import { settleAndWait } from "../../workflows/payment/settle-payment"
import type { Call } from "../call"

/**
 * Begins a payment whose end is the task's, and settles what is known of it already. The task fails when no payment
 * could be made. Throws `bank_unavailable` while the bank's answer is not known: the task then ends later.
 */
export async function beginPayment(
  task: Task,
  call: Call,
  begin: (payment_id: string) => Promise<unknown>
): Promise<void> {
  const agent = call.container.resolve<AgentService>(AGENT_MODULE)
  const payment_id = newId("pay")
  const change = { waits_for: payment_id, artifacts: { payment_id } }
  const { state: begun } = await agent.advance(task.id, "working", change)
  if (begun !== "working") return // canceled before it had begun
  reached("task_begun")
  try {
    await begin(payment_id)
  } catch (error) {
    await agent.advance(task.id, "failed", { artifacts: { error: NOT_CREATED } })
    call.container.resolve("logger").error(`${task.skill_id} ${task.id}: ${(error as Error).message}`)
    return
  }
  await settleAndWait(call.container, payment_id)
  const { state } = await agent.retrieve(task.id)
  if (state === "working") throw problem("bank_unavailable", { task_id: task.id, payment_id })
}

/** What the order says is paid for. */
export function descriptionOf(input: { description?: string; order_reference?: string }): string {
  const { order_reference, description = order_reference ? `Payment ${order_reference}` : "Payment" } = input
  return description
}

const NOT_CREATED = {
  code: "payment_not_created",
  message: "The store or the bank refused to open the payment.",
}
