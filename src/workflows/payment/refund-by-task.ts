import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { problem, problemIn } from "../../domain/errors"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import { type Payment, remainderOf } from "../../modules/bank/models/payment"
import { newOperationId } from "../../modules/bank/operations"
import { refundVerdict } from "../../modules/bank/refund-budget"
import type BankService from "../../modules/bank/service"
import { newApprovalId } from "../../modules/policy/approvals"
import { approvalRecordOf } from "../../modules/policy/models/approval"
import type { OrderRefundInput } from "../order/refund-order"
import type { ClientRefund } from "../order/request-refund"
import { assertNoRefundWaits, requestRefundApproval } from "../approval/request-refund-approval"
import { checkRefund } from "./check-movement"
import { operatePayment } from "./operate-payment"

/** A refund that a client requests by a task. */
export type TaskRefund = Omit<OrderRefundInput, "id"> & Pick<ClientRefund, "client_id" | "actor_type">

/**
 * Checks a refund before its task is opened. Throws `refunds_disabled`, `refund_pending_approval`, and everything that
 * `checkRefund` throws.
 */
export async function checkTaskRefund(container: MedusaContainer, refund: TaskRefund): Promise<void> {
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  const payment = await payments.retrieve(refund.payment_id)
  const amount = await checkRefund(payment, refund.amount, container)
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const verdict = await knex.transaction((trx) => verdictOn(payment, { ...refund, amount }, trx))
  if (verdict === "off") throw problem("refunds_disabled")
  if (verdict === "approval") await assertNoRefundWaits(container, payment.id)
}

/**
 * Refunds as the merchant's rules say: at once, or after the merchant's approval, until which the task is
 * `input-required`. When the rules have changed since the check, the task fails. Throws what `operatePayment` throws.
 */
export async function refundByTask(
  container: MedusaContainer,
  task_id: string,
  refund: TaskRefund
): Promise<void> {
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  const payment = await payments.retrieve(refund.payment_id)
  const { amount = remainderOf(payment).to_refund, reason, reason_code } = refund
  if (amount && (await waitsOrEnds(container, task_id, payment, { ...refund, amount }))) return
  await operatePayment(container, {
    task_id,
    payment_id: payment.id,
    kind: "refund",
    ...(refund.amount && { amount }),
    ...(reason && { reason }),
    ...(reason_code && { reason_code }),
  })
}

type Checked = TaskRefund & { readonly amount: number }

const verdictOn = ({ currency, order_id }: Payment, refund: Checked, trx: Knex.Transaction) =>
  refundVerdict(trx, { id: "", ...refund, currency, order_id })

/** Returns false when the refund is allowed at once. */
async function waitsOrEnds(
  container: MedusaContainer,
  task_id: string,
  payment: Payment,
  refund: Checked
): Promise<boolean> {
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  try {
    return await knex.transaction(async (trx) => {
      const verdict = await verdictOn(payment, refund, trx)
      if (verdict === "off") throw problem("refunds_disabled")
      if (verdict === "approval") await wait(container, task_id, payment, refund, trx)
      return verdict === "approval"
    })
  } catch (error) {
    const refusal = problemIn(error)
    if (!refusal) throw error
    const { code, message } = refusal
    await agent.advance(task_id, "failed", { artifacts: { error: { code, message } } })
    return true
  }
}

/** Stores the request, and sets the task to `input-required`. Stores nothing for a task that was canceled before. */
async function wait(
  container: MedusaContainer,
  task_id: string,
  payment: Payment,
  { client_id, amount, reason = null, reason_code = null }: Checked,
  trx: Knex
): Promise<void> {
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  const id = newApprovalId()
  const { waits_for } = await agent.advance(task_id, "working", { waits_for: id }, trx)
  if (waits_for !== id) return
  const request = {
    id,
    task_id,
    operation_id: newOperationId(),
    client_id,
    payment,
    amount,
    reason,
    reason_code,
  }
  const approval = await requestRefundApproval(container, request, trx)
  const artifacts = { payment_id: payment.id, approval: approvalRecordOf(approval) }
  await agent.advance(task_id, "input-required", { artifacts }, trx)
}
