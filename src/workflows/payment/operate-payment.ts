import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { problem } from "../../domain/errors"
import { isAtProvider } from "../../domain/payment-route"
import type { RefundReason } from "../../domain/refund-rules"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import type { Operation, Outcome } from "../../modules/bank/models/operation"
import { type Payment, remainderOf } from "../../modules/bank/models/payment"
import { type NewOperation, newOperationId } from "../../modules/bank/operations"
import type BankService from "../../modules/bank/service"
import { POLICY_MODULE } from "../../modules/policy"
import type PolicyService from "../../modules/policy/service"
import { refusedOperations } from "../../queries/payment/refused-operations"
import { executeOperation } from "./execute-operation"
import { refusalOf } from "./bank-refusals"

/** A capture or refund that an agent requests. */
export interface OperatePaymentInput {
  /** The task that waits for it. */
  readonly task_id: string
  readonly payment_id: string
  readonly kind: "capture" | "refund"
  /** Minor units; all that is left when omitted. */
  readonly amount?: number
  /** Voids what the capture leaves of the authorization. */
  readonly final?: boolean
  readonly reason?: string
  readonly reason_code?: RefundReason
}

/**
 * Captures or refunds at the bank and records it in Medusa as one record. The task ends with the movement: completed by
 * the effect that records it, failed when the bank refuses. Throws `bank_unavailable` while the outcome is unknown; the
 * task then stays `working` and ends later.
 */
export async function operatePayment(container: MedusaContainer, input: OperatePaymentInput): Promise<void> {
  const { task_id, payment_id } = input
  const begun = await begin(container, input)
  if (!begun) return
  const outcome = await executeAlone(container, begun)
  if (outcome === "unknown") throw problem("bank_unavailable", { task_id, payment_id })
  if (outcome !== "known") await failTask(container, { ...begun, error_code: outcome.refused })
}

/**
 * Executes an operation. While a capture at another provider is made, its order is locked: a cancellation of the order would
 * void the payment meanwhile.
 */
async function executeAlone(container: MedusaContainer, operation: Operation): Promise<Outcome> {
  const { cartLocks, payments } = container.resolve<BankService>(BANK_MODULE)
  const { route, order_id } = await payments.retrieve(operation.payment_id)
  if (operation.kind !== "capture" || !isAtProvider(route) || !order_id)
    return executeOperation(container, operation)
  const lock = await cartLocks.acquire(order_id)
  return executeOperation(container, operation).finally(() => lock.release())
}

/** Stores the operation and links the waiting task to it, in one transaction. Undefined when the task ended instead. */
async function begin(
  container: MedusaContainer,
  { task_id, ...input }: OperatePaymentInput
): Promise<Operation | undefined> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const operation = completed(input, await bank.payments.retrieve(input.payment_id))
  return knex.transaction(async (trx) => {
    const id = newOperationId()
    const { waits_for } = await agent.advance(task_id, "working", { waits_for: id }, trx)
    if (waits_for !== id) return undefined // canceled before it began
    const begun = operation.amount ? await bank.operations.begin({ ...operation, id }, trx) : undefined
    const error = refusalOf(operation.amount ? "earlier_call_open" : NOTHING_LEFT[input.kind])
    if (!begun) await agent.advance(task_id, "failed", { artifacts: { error } }, trx)
    return begun
  })
}

/** Why nothing is left to move: other calls moved it after the task was opened. */
const NOTHING_LEFT = { capture: "invalid_state", refund: "refund_exceeds_captured" } as const

/** Fills in the amount that is left when none is given. A capture of all that is left is final. */
function completed(input: Omit<OperatePaymentInput, "task_id">, payment: Payment): NewOperation {
  const { to_capture, to_refund } = remainderOf(payment)
  const left = input.kind === "capture" ? to_capture : to_refund
  const { payment_id, kind, amount = left, final = amount >= left, reason = null, reason_code = null } = input
  return { payment_id, kind, amount, final, reason, reason_code }
}

/**
 * Fails the tasks and approved refunds whose call the bank refused, or turned out not to have executed, while no request
 * waited for it.
 */
export async function failRefused(container: MedusaContainer): Promise<void> {
  const { approvals } = container.resolve<PolicyService>(POLICY_MODULE)
  for (const operation of await refusedOperations(container)) {
    await failTask(container, operation)
    await approvals.fail(operation.id, refusalOf(operation.error_code ?? "refused").code)
  }
}

async function failTask(
  container: MedusaContainer,
  { id, error_code }: Pick<Operation, "id" | "error_code">
): Promise<void> {
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  await agent.mirror(id, "failed", { artifacts: { error: refusalOf(error_code ?? "refused") } })
}
