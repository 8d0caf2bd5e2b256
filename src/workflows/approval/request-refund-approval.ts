import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { problem } from "../../domain/errors"
import type { RefundReason } from "../../domain/refund-rules"
import type { Payment } from "../../modules/bank/models/payment"
import { POLICY_MODULE } from "../../modules/policy"
import { newApprovalId } from "../../modules/policy/approvals"
import type { Approval } from "../../modules/policy/models/approval"
import type PolicyService from "../../modules/policy/service"

/** A refund that needs the merchant's approval. */
export interface RefundToApprove {
  /** The id of the bank operation that executes it after the approval. */
  readonly operation_id: string
  readonly client_id: string
  readonly payment: Pick<Payment, "id" | "currency" | "order_id">
  /** Minor units. */
  readonly amount: number
  readonly reason: string | null
  readonly reason_code: RefundReason | null
  readonly task_id?: string
  /** The id of the approval, for a caller that needs it before. */
  readonly id?: string
}

/**
 * Stores a refund that waits for the merchant's approval, in the caller's transaction. Throws `refund_pending_approval`
 * while an earlier refund of the same payment waits.
 */
export async function requestRefundApproval(
  container: MedusaContainer,
  refund: RefundToApprove,
  trx: Knex
): Promise<Approval> {
  const { approvals } = container.resolve<PolicyService>(POLICY_MODULE)
  const { payment, operation_id, client_id, amount, reason, reason_code, task_id } = refund
  const { id: refund_of, currency, order_id } = payment
  const approval = await approvals.insertRefund(
    {
      id: refund.id ?? newApprovalId(),
      client_id,
      refund_of,
      operation_id,
      amount,
      currency,
      reason_code,
      ...(task_id !== undefined && { task_id }),
      description: reason ?? "",
      requested: { customer_email: await emailOf(order_id, trx) },
    },
    trx
  )
  if (!approval) throw problem("refund_pending_approval", { payment_id: refund_of })
  return approval
}

/** Throws `refund_pending_approval` while a refund of this payment waits for the merchant's approval. */
export async function assertNoRefundWaits(container: MedusaContainer, payment_id: string): Promise<void> {
  const { approvals } = container.resolve<PolicyService>(POLICY_MODULE)
  if (await approvals.waitingRefund(payment_id)) throw problem("refund_pending_approval", { payment_id })
}

async function emailOf(order_id: string | null, db: Knex): Promise<string | null> {
  if (!order_id) return null
  const order = await db("order").where({ id: order_id }).first<{ email: string | null } | undefined>("email")
  return order?.email ?? null
}
