import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { problem } from "../../domain/errors"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import type { Operation } from "../../modules/bank/models/operation"
import { type Payment, remainderOf } from "../../modules/bank/models/payment"
import { type NewOperation, newOperationId } from "../../modules/bank/operations"
import type BankService from "../../modules/bank/service"
import { refusedOperations } from "../../queries/refused-operations"
import { carryOut } from "./carry-out"
import { refusalOf } from "./refusals"

/** A capture or refund an agent asks for. */
export interface OperatePaymentInput {
  /** The task that waits for it. */
  readonly task_id: string
  readonly payment_id: string
  readonly kind: "capture" | "refund"
  /** Minor units; all that is left when omitted. */
  readonly amount?: number
  /** Releases what a capture leaves. */
  readonly final?: boolean
  readonly reason?: string
}

/**
 * Captures or refunds at the bank, and writes it into Medusa as one record. The task ends with the movement: it is
 * completed by the effect that records it, and failed when the bank refuses. Throws `bank_unavailable` while the
 * outcome is not known; the task then stays `working` and ends later.
 */
export async function operatePayment(container: MedusaContainer, input: OperatePaymentInput): Promise<void> {
  const { task_id, payment_id } = input
  const begun = await begin(container, input)
  if (!begun) return
  const outcome = await carryOut(container, begun)
  if (outcome === "unknown") throw problem("bank_unavailable", { task_id, payment_id })
  if (outcome !== "known") await failTask(container, { ...begun, error_code: outcome.refused })
}

/** The intended call and the task that waits for it are written down together, or neither. */
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
    if (waits_for !== id) return undefined // canceled before it had begun
    const begun = operation.amount ? await bank.operations.begin({ ...operation, id }, trx) : undefined
    const error = refusalOf(operation.amount ? "earlier_call_open" : "invalid_state")
    if (!begun) await agent.advance(task_id, "failed", { artifacts: { error } }, trx)
    return begun
  })
}

/** What is left when no amount was said; a capture of all that is left is the last. */
function completed(input: Omit<OperatePaymentInput, "task_id">, payment: Payment): NewOperation {
  const { to_capture, to_refund } = remainderOf(payment)
  const left = input.kind === "capture" ? to_capture : to_refund
  const { payment_id, kind, amount = left, final = amount >= left, reason = null } = input
  return { payment_id, kind, amount, final, reason }
}

/** Ends the tasks whose call the bank has refused, or was found not to have executed, while nobody was waiting. */
export async function failRefusedTasks(container: MedusaContainer): Promise<void> {
  for (const operation of await refusedOperations(container)) await failTask(container, operation)
}

async function failTask(
  container: MedusaContainer,
  { id, error_code }: Pick<Operation, "id" | "error_code">
): Promise<void> {
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  await agent.mirror(id, "failed", { artifacts: { error: refusalOf(error_code ?? "refused") } })
}
