import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { AGENT_MODULE } from "../../modules/agent"
import { boughtIn } from "../../modules/agent/models/bought"
import type AgentService from "../../modules/agent/service"
import { POLICY_MODULE } from "../../modules/policy"
import { newApprovalId } from "../../modules/policy/approvals"
import { approvalRecordOf } from "../../modules/policy/models/approval"
import type PolicyService from "../../modules/policy/service"
import type { SessionNow } from "../../queries/checkout/sessions"
import type { CreatePaymentInput } from "../payment/create-payment"

/** A payment that an agent requests, before it has an id. */
export type RequestedPayment = Omit<CreatePaymentInput, "payment_id">

/**
 * Creates an approval and sets the task to `input-required`, in one transaction. No order or payment is created.
 * Creates no approval for a task that was canceled before.
 */
export async function requestTaskApproval(
  container: MedusaContainer,
  task_id: string,
  requested: RequestedPayment
): Promise<void> {
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  const { approvals } = container.resolve<PolicyService>(POLICY_MODULE)
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { client_id, amount, currency, description, order_reference } = requested
  const id = newApprovalId()
  await knex.transaction(async (trx) => {
    const { waits_for } = await agent.advance(task_id, "working", { waits_for: id }, trx)
    if (waits_for !== id) return // canceled before it began
    const payment = { client_id, amount, currency, description, order_reference }
    const approval = await approvals.insert({ id, task_id, ...payment, requested }, trx)
    await agent.advance(
      task_id,
      "input-required",
      { artifacts: { approval: approvalRecordOf(approval) } },
      trx
    )
  })
}

/** How long a checkout that waits for the merchant's decision stays open. */
const EXTENDED_HOURS = 24

/**
 * Creates, once, the approval of what a checkout buys now. Cancels an approval of another basket or total. Call while
 * holding the lock of the session.
 */
export async function requestSessionApproval(container: MedusaContainer, session: SessionNow): Promise<void> {
  const { id: session_id, client_id, quote, approval: existing } = session
  const { sessions } = container.resolve<AgentService>(AGENT_MODULE)
  const { approvals } = container.resolve<PolicyService>(POLICY_MODULE)
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { total: amount, currency } = quote
  const description = `Checkout ${session_id}`
  await knex.transaction(async (trx) => {
    // Lock approvals before sessions, in the same order as a decision does: the other order could deadlock.
    if (!existing) await approvals.end({ session_id }, "canceled", trx)
    const isOpen = await sessions.prolong(session_id, EXTENDED_HOURS, trx)
    if (!isOpen || existing) return
    const approval = { id: newApprovalId(), client_id, session_id, amount, currency, description }
    await approvals.insert({ ...approval, bought: boughtIn(session) }, trx)
  })
}
