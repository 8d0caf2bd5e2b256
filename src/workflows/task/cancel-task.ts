import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { problem } from "../../domain/errors"
import { isTerminal } from "../../domain/task"
import { AGENT_MODULE } from "../../modules/agent"
import type { Task } from "../../modules/agent/models/task"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { POLICY_MODULE } from "../../modules/policy"
import type PolicyService from "../../modules/policy/service"
import { withdrawApproval } from "../approval/withdraw-approval"
import { cancelPagePayment } from "../page/cancel-page-payment"
import { cancelCard } from "../card/revoke-card"
import { endAtBank } from "../payment/end-at-bank"
import { artifactsOf } from "../settlement/commit-effect"
import { settlePayment } from "../settlement/settle-payment"

/**
 * Cancels a task that is not terminal. Its payment or card is ended at the bank first, and the task ends only when the
 * bank confirms that nothing will be captured or saved. A task that waits for the merchant's approval ends at once.
 * Throws `task_not_cancelable` when the payment was settled before, `invalid_state` for a capture or refund that the
 * bank is executing, and `bank_unavailable` while the bank's answer is unknown.
 */
export async function cancelTask(container: MedusaContainer, task: Task): Promise<Task> {
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  const bank = container.resolve<BankService>(BANK_MODULE)
  const canceling = (await agent.requestCancel(task.id)) ?? notCancelable(task)
  const { id: task_id, waits_for, artifacts } = canceling
  if (!waits_for) return agent.advance(task_id, "canceled")
  if (waits_for === artifacts.payment_id) return cancelPayment(container, task_id, waits_for)
  if (await isApproval(container, waits_for)) return withdraw(container, task_id, waits_for)
  if (await bank.cards.find({ id: waits_for })) return cancelCard(container, canceling, waits_for)
  throw problem("invalid_state", { task_id }, "The bank is already executing the capture or refund.")
}

async function isApproval(container: MedusaContainer, id: string): Promise<boolean> {
  return Boolean(await container.resolve<PolicyService>(POLICY_MODULE).approvals.find(id))
}

/** Cancels the approval and its task. When the merchant decided first, cancels what the decision has started. */
async function withdraw(container: MedusaContainer, task_id: string, id: string): Promise<Task> {
  const canceled = await withdrawApproval(container, id, task_id)
  if (canceled) return canceled
  const decided = await container.resolve<AgentService>(AGENT_MODULE).retrieve(task_id)
  return isTerminal(decided.state) ? endedTask(decided) : cancelTask(container, decided)
}

async function cancelPayment(container: MedusaContainer, task_id: string, id: string): Promise<Task> {
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  const bank = container.resolve<BankService>(BANK_MODULE)
  const payment = await createdPayment(container, task_id, id)
  if (!payment) return endedTask(await agent.retrieve(task_id))
  if (payment.route === "page") await cancelPagePayment(container, payment, { task_id })
  else await endAtBank(bank, payment, { task_id })
  await settlePayment(container, id)
  return endTask(agent, await bank.payments.retrieve(id), task_id)
}

const POLL_MS = 50
const WAIT_TIMEOUT_MS = 10_000

/**
 * Waits until the payment of a task has been created at the bank, and returns it; after ten seconds it returns the
 * payment as it is. Undefined when the task has ended without one. Throws `bank_unavailable` when no payment exists in
 * time.
 */
async function createdPayment(
  container: MedusaContainer,
  task_id: string,
  id: string
): Promise<Payment | undefined> {
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  const bank = container.resolve<BankService>(BANK_MODULE)
  for (const deadline = Date.now() + WAIT_TIMEOUT_MS; ; await sleep(POLL_MS)) {
    const payment = await bank.payments.find({ id })
    if (payment?.provisioned_at && payment.status !== "created") return payment
    if (isTerminal((await agent.retrieve(task_id)).state)) return undefined
    if (Date.now() < deadline) continue
    if (payment) return payment
    throw problem("bank_unavailable", { task_id })
  }
}

const ENDED: readonly string[] = ["canceled", "voided", "declined", "expired"]

async function endTask(agent: AgentService, payment: Payment, task_id: string): Promise<Task> {
  const task = ENDED.includes(payment.status)
    ? await agent.advance(task_id, "canceled", { artifacts: artifactsOf(payment) })
    : await agent.retrieve(task_id)
  if (isTerminal(task.state) || payment.captured_amount || payment.status === "authorized")
    return endedTask(task)
  throw problem("bank_unavailable", { task_id })
}

function endedTask(task: Task): Task {
  return task.state === "canceled" ? task : notCancelable(task)
}

function notCancelable({ id: task_id, state }: Task): never {
  throw problem("task_not_cancelable", { task_id, state })
}
