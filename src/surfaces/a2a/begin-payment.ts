import { problem } from "../../domain/errors"
import { newId } from "../../domain/secrets"
import { reached } from "../../failpoints"
import { AGENT_MODULE } from "../../modules/agent"
import type { Task } from "../../modules/agent/models/task"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { type AskedPayment, askForTask } from "../../workflows/approval/ask-approval"
import { makePayment } from "../../workflows/payment/make-payment"
import type { Call } from "../call"

/**
 * Begins a payment whose end is the task's, and settles what is known of it already. One the merchant has to approve
 * first only waits for that. The task fails when no payment could be made. Throws `spending_limit` when others have used
 * the client's budget up meanwhile, and `bank_unavailable` while the bank's answer is not known: the task then ends later.
 */
export async function beginPayment(task: Task, order: AskedPayment, call: Call): Promise<void> {
  const { container } = call
  const { spending } = container.resolve<BankService>(BANK_MODULE)
  if (await spending.needsApproval(order)) return askForTask(container, task.id, order)
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  const payment_id = newId("pay")
  const change = { waits_for: payment_id, artifacts: { payment_id } }
  const { state: begun } = await agent.advance(task.id, "working", change)
  if (begun !== "working") return // canceled before it had begun
  await reached("task_begun", payment_id, task.id)
  await makePayment(container, task.id, { ...order, payment_id })
  const { state } = await agent.retrieve(task.id)
  if (state === "working") throw problem("bank_unavailable", { task_id: task.id, payment_id })
}

/** What the order says is paid for. */
export function descriptionOf(input: { description?: string; order_reference?: string }): string {
  const { order_reference, description = order_reference ? `Payment ${order_reference}` : "Payment" } = input
  return description
}
