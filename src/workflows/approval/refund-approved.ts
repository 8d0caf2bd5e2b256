import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { problemIn } from "../../domain/errors"
import { toDecimal } from "../../domain/money"
import { isTerminal } from "../../domain/task"
import { logOf } from "../../lib/log"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import type { ReviewReason } from "../../modules/bank/review"
import type BankService from "../../modules/bank/service"
import { POLICY_MODULE } from "../../modules/policy"
import type { ClaimedApproval } from "../../modules/policy/approvals"
import type { Approval } from "../../modules/policy/models/approval"
import type PolicyService from "../../modules/policy/service"
import { refundOrder } from "../order/refund-order"
import { refusalOf } from "../payment/bank-refusals"
import { checkRefund } from "../payment/check-movement"
import { reviewOnOrder } from "../settlement/note-on-order"

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
 * Executes an approved refund, once: every attempt uses the operation that was chosen with the request. Ends its start; when
 * it cannot be executed, with the code of the error, and then the task, if there is one, has failed. Throws when it can be
 * attempted again later: within a day of the decision, or as long as the outcome of its call is unknown. What could not be
 * executed within a day needs review.
 */
export async function refundApproved(container: MedusaContainer, approval: ClaimedApproval): Promise<void> {
  const { id, task_id } = approval
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  const { approvals } = container.resolve<PolicyService>(POLICY_MODULE)
  if (task_id && isTerminal((await agent.retrieve(task_id)).state)) return approvals.finish(id)
  if (task_id) await agent.advance(task_id, "working")
  try {
    await refund(container, approval)
  } catch (error) {
    return failUnlessRepeated(container, approval, error)
  }
  await approvals.finish(id)
}

/**
 * Ends a refund because of an error of its attempt. Throws the error when the refund can be attempted again, and when another
 * process has claimed the approval meanwhile, because this one was paused.
 */
async function failUnlessRepeated(
  container: MedusaContainer,
  approval: ClaimedApproval,
  error: unknown
): Promise<void> {
  const found = problemIn(error)
  const refusal = found && !TEMPORARY.includes(found.code) ? found : undefined
  if (!refusal && !isOverdue(approval)) throw error
  const { code, message } = refusal ?? refusalOf("not_executed")
  const { id, task_id } = approval
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  const { approvals } = container.resolve<PolicyService>(POLICY_MODULE)
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  await knex.transaction(async (trx) => {
    if (!refusal && !(await reviewUnlessStarted(container, approval, trx))) throw error
    if (!(await approvals.finishFailed(approval, code, trx))) throw error
    if (task_id) await agent.advance(task_id, "failed", { artifacts: { error: { code, message } } }, trx)
  })
  if (!found) logOf(container).error(`approval ${id} is not attempted again: ${(error as Error).message}`)
}

const isOverdue = ({ decided_at }: Approval): boolean =>
  decided_at !== null && Date.now() - decided_at.getTime() >= RETRIED_FOR_MS

/** False if the refund may have been executed. Then the caller must roll back the review. */
async function reviewUnlessStarted(
  container: MedusaContainer,
  approval: Approval,
  trx: Knex.Transaction
): Promise<boolean> {
  const { operations } = container.resolve<BankService>(BANK_MODULE)
  // The review locks the payment, which every other transaction locks before an operation.
  await reviewOnOrder(String(approval.refund_of), reviewOf(approval), container, trx)
  return !(await operations.isStarted(String(approval.operation_id), trx))
}

const reviewOf = ({ id, amount, currency }: Approval): ReviewReason => ({
  reason: `An approved refund of ${toDecimal(amount, currency)} ${currency} could not be made within a day`,
  source: id,
  is_failed_refund: true,
})

/** Opens the operation only while this claim is the approval's: another process may have ended the refund meanwhile. */
async function refund(container: MedusaContainer, approval: ClaimedApproval): Promise<void> {
  const { payments, cartLocks } = container.resolve<BankService>(BANK_MODULE)
  const { approvals } = container.resolve<PolicyService>(POLICY_MODULE)
  const { amount, description, reason_code } = approval
  const payment = await payments.retrieve(String(approval.refund_of))
  const lock = await cartLocks.acquire(payment.order_id ?? payment.id)
  try {
    const id = String(approval.operation_id)
    const input = { id, payment_id: payment.id, amount, reason: description || null, reason_code }
    await refundOrder(container, input, (change) => approvals.whileClaimed(approval, change))
  } finally {
    await lock.release()
  }
}
