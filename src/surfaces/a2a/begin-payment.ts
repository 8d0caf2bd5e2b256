import { problem } from "../../domain/errors"
import { newId } from "../../domain/secrets"
import { reached } from "../../lib/failpoints"
import { AGENT_MODULE } from "../../modules/agent"
import type { Task } from "../../modules/agent/models/task"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { type RequestedPayment, requestTaskApproval } from "../../workflows/approval/request-approval"
import { makePayment } from "../../workflows/payment/make-payment"
import type { Call } from "../../gateway/call"

/**
 * Starts the payment of a task, and advances the task as far as the outcome is known. A payment that needs the
 * merchant's approval only requests that. When no payment could be made, the task fails. Throws `spending_limit` when
 * other payments have used up the client's budget meanwhile, `duplicate_purchase` when an equal one has begun meanwhile, and `bank_unavailable` while the bank's response is
 * unknown: the task then ends later.
 */
export async function beginPayment(task: Task, order: RequestedPayment, call: Call): Promise<void> {
  const { container } = call
  const { spending } = container.resolve<BankService>(BANK_MODULE)
  if (await spending.needsApproval(order)) return requestTaskApproval(container, task.id, order)
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  const payment_id = newId("pay")
  const change = { waits_for: payment_id, artifacts: { payment_id } }
  const { state: begun } = await agent.advance(task.id, "working", change)
  if (begun !== "working") return // canceled before the payment started
  await reached("task_begun", payment_id, task.id)
  await makePayment(container, task.id, { ...order, payment_id })
  const { state } = await agent.retrieve(task.id)
  if (state === "working") throw problem("bank_unavailable", { task_id: task.id, payment_id })
}

/** The order's description of the payment, from the input or a default. */
export function descriptionOf(input: { description?: string; order_reference?: string }): string {
  const { order_reference, description = order_reference ? `Payment ${order_reference}` : "Payment" } = input
  return description
}
