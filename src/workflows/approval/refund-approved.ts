import type { MedusaContainer } from "@medusajs/framework/types"
import { problemIn } from "../../domain/errors"
import { toDecimal } from "../../domain/money"
import { isTerminal } from "../../domain/task"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import type { Approval } from "../../modules/policy/models/approval"
import { refundOrder } from "../order/refund-order"
import { refusalOf } from "../payment/bank-refusals"
import { checkRefund } from "../payment/check-movement"

/** Errors that end by themselves, after which the refund is executed. */
const TEMPORARY = ["bank_unavailable", "earlier_call_open", "request_in_progress"]

/** For how long after the decision a refund that cannot be executed now is attempted again. */
const RETRIED_FOR_MS = 24 * 3_600_000

/**
 * Throws what `checkRefund` throws, with a message for staff, when the refund can no longer be executed: for example
 * because the amount was refunded meanwhile.
 */
export async function assertRefundPossible(container: MedusaContainer, approval: Approval): Promise<void> {
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  await checkRefund(await payments.retrieve(String(approval.refund_of)), approval.amount, container)
}

/**
 * Executes an approved refund, once: every attempt uses the operation that was chosen with the request. Returns the
 * code of the error when it cannot be executed; then the task, if there is one, has failed. Throws when it can be
 * attempted again later: within a day of the decision, or as long as the outcome of its call is unknown. What could not be
 * executed within a day needs review.
 */
export async function refundApproved(container: MedusaContainer, approval: Approval): Promise<string | null> {
  const { task_id } = approval
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  if (task_id && isTerminal((await agent.retrieve(task_id)).state)) return null
  if (task_id) await agent.advance(task_id, "working")
  try {
    await refund(container, approval)
    return null
  } catch (error) {
    const found = problemIn(error)
    const refusal = found && !TEMPORARY.includes(found.code) ? found : undefined
    if (!refusal && !(await isGivenUp(container, approval))) throw error
    if (!refusal) await openReview(container, approval)
    const { code, message } = refusal ?? refusalOf("not_executed")
    if (task_id) await agent.advance(task_id, "failed", { artifacts: { error: { code, message } } })
    return code
  }
}

async function isGivenUp(
  container: MedusaContainer,
  { operation_id, decided_at }: Approval
): Promise<boolean> {
  if (decided_at === null || Date.now() - decided_at.getTime() < RETRIED_FOR_MS) return false
  const { operations } = container.resolve<BankService>(BANK_MODULE)
  return (await operations.started(String(operation_id))) === undefined
}

async function openReview(
  container: MedusaContainer,
  { id, refund_of, amount, currency }: Approval
): Promise<void> {
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  const reason = `An approved refund of ${toDecimal(amount, currency)} ${currency} could not be made within a day`
  await payments.noteForReview(String(refund_of), { reason, source: id, is_failed_refund: true })
}

async function refund(container: MedusaContainer, approval: Approval): Promise<void> {
  const { payments, cartLocks } = container.resolve<BankService>(BANK_MODULE)
  const { amount, description, reason_code } = approval
  const payment = await payments.retrieve(String(approval.refund_of))
  const lock = await cartLocks.acquire(payment.order_id ?? payment.id)
  try {
    const id = String(approval.operation_id)
    await refundOrder(container, {
      id,
      payment_id: payment.id,
      amount,
      reason: description || null,
      reason_code,
    })
  } finally {
    await lock.release()
  }
}
