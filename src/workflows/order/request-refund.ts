import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { problem } from "../../domain/errors"
import { BANK_MODULE } from "../../modules/bank"
import type { Operation } from "../../modules/bank/models/operation"
import type { Payment } from "../../modules/bank/models/payment"
import { type RequestedRefund, refundVerdict } from "../../modules/bank/refund-budget"
import type BankService from "../../modules/bank/service"
import { POLICY_MODULE } from "../../modules/policy"
import type { Approval } from "../../modules/policy/models/approval"
import type PolicyService from "../../modules/policy/service"
import { refundsOf } from "../../queries/order/order-refunds"
import { assertNoRefundWaits, requestRefundApproval } from "../approval/request-refund-approval"
import { refusedByBank } from "../payment/bank-refusals"
import { checkRefund } from "../payment/check-movement"
import { type OrderRefundInput, type RefundedOrder, refundOrder } from "./refund-order"

/** A refund that a client requests. */
export interface ClientRefund extends OrderRefundInput, Pick<RequestedRefund, "client_id" | "actor_type"> {}

/** The payment after the request. `needs_approval` is true while the refund waits for the merchant. */
export interface RequestOutcome extends RefundedOrder {
  readonly needs_approval: boolean
}

/**
 * Refunds as the merchant's rules say, once per `id`: at once, or as a request that waits for the merchant's approval.
 * The limits hold across all servers, because the operation is stored in the transaction that checks them. Throws
 * `refunds_disabled`, `refund_pending_approval` while an earlier request waits, and everything that `refundOrder`
 * throws. Call while holding the lock of the order.
 */
export async function requestRefund(
  container: MedusaContainer,
  refund: ClientRefund
): Promise<RequestOutcome> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const { approvals } = container.resolve<PolicyService>(POLICY_MODULE)
  const requested = await approvals.ofOperation(refund.id)
  if (requested) return outcomeOf(container, requested)
  if (!(await bank.operations.started(refund.id)) && (await mustWait(container, refund)))
    return waiting(await bank.payments.retrieve(refund.payment_id))
  return { ...(await refundOrder(container, refund)), needs_approval: false }
}

const waiting = (payment: Payment): RequestOutcome => ({ payment, is_pending: true, needs_approval: true })

/** The outcome of a request that was repeated with its key. */
async function outcomeOf(
  container: MedusaContainer,
  { status, operation_id, refund_of, failure_code }: Approval
): Promise<RequestOutcome> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const payment_id = String(refund_of)
  const payment = await bank.payments.retrieve(payment_id)
  if (status === "waiting") return waiting(payment)
  if (status !== "approved" || failure_code) throw problem("invalid_state", { payment_id }, NOT_REFUNDED)
  const refund = (await refundsOf(container, [payment_id])).find(({ id }) => id === operation_id)
  return { payment, is_pending: refund?.status !== "completed", needs_approval: false }
}

const NOT_REFUNDED = "The refund was not approved, or could not be executed. The order shows it as failed."

/** Stores the operation, or the request for approval, in one transaction. Returns whether the refund must wait. */
async function mustWait(container: MedusaContainer, refund: ClientRefund): Promise<boolean> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { id, payment_id, client_id, actor_type, reason = null, reason_code = null } = refund
  const payment = await bank.payments.retrieve(payment_id)
  const amount = await checkRefund(payment, refund.amount, container)
  if (actor_type === "customer") await assertNoRefundWaits(container, payment_id)
  const { currency, order_id } = payment
  return knex.transaction(async (trx) => {
    const verdict = await refundVerdict(trx, { id, client_id, actor_type, order_id, amount, currency })
    if (verdict === "off") throw problem("refunds_disabled")
    if (verdict === "approval") {
      const request = { operation_id: id, client_id, payment, amount, reason, reason_code }
      await requestRefundApproval(container, request, trx)
      return true
    }
    const automatic_for = actor_type === "customer" ? client_id : null
    await begin(bank, { id, payment_id, amount, reason, reason_code, automatic_for }, trx)
    return false
  })
}

type Beginning = Pick<Operation, "id" | "payment_id" | "amount" | "reason" | "reason_code" | "automatic_for">

async function begin(bank: BankService, operation: Beginning, trx: Knex): Promise<void> {
  const { id, payment_id } = operation
  const begun =
    (await bank.operations.resume(id, trx)) ??
    (await bank.operations.begin({ ...operation, kind: "refund" }, trx))
  if (!begun) throw refusedByBank("earlier_call_open", payment_id)
}
