import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { problem } from "../../domain/errors"
import { reached } from "../../lib/failpoints"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import type { Decision } from "../../modules/policy/approvals"
import { POLICY_MODULE } from "../../modules/policy"
import { type Approval, approvalRecordOf } from "../../modules/policy/models/approval"
import type PolicyService from "../../modules/policy/service"
import { mayAgentPay } from "../../queries/approval/approvals"
import { changeByStaff } from "../../lib/staff-audit"
import { refusalOf } from "../payment/bank-refusals"
import { assertRefundPossible } from "./refund-approved"

/** How long an approved checkout stays open for its agent to complete it. */
const EXTENDED_HOURS = 6

/**
 * Approves a waiting payment or refund. Stores the decision and the change of its task in one transaction;
 * `startApproved` executes it afterwards. Throws `invalid_state` when it no longer waits or its checkout has ended; for a
 * payment also when its client is not approved or all agents are stopped, and for a refund what `checkRefund` throws.
 */
export async function approve(container: MedusaContainer, id: string, decision: Decision): Promise<Approval> {
  const { approvals } = container.resolve<PolicyService>(POLICY_MODULE)
  const waiting = await approvals.find(id)
  if (waiting?.kind === "refund" && waiting.status === "waiting")
    await assertRefundPossible(container, waiting)
  const approval = await decided(container, async (trx) => {
    const approved = (await approvals.approve(id, decision, trx)) ?? (await notWaiting(container, id, trx))
    const isRefund = approved.kind === "refund"
    if (!isRefund && !(await mayAgentPay(trx, approved.client_id)))
      throw problem("invalid_state", { id }, NOT_NOW)
    await continueAgent(container, approved, trx)
    return approved
  })
  if (approval.kind === "refund")
    await reached("refund_approved", id, approval.task_id, approval.operation_id)
  else await reached("payment_approved", id, approval.task_id, approval.payment_id)
  return approval
}

/** Rejects a waiting payment or refund, which fails its task. Throws `invalid_state` when it no longer waits. */
export function refuse(container: MedusaContainer, id: string, decision: Decision): Promise<Approval> {
  const { approvals } = container.resolve<PolicyService>(POLICY_MODULE)
  return decided(container, async (trx) => {
    const rejected = (await approvals.reject(id, decision, trx)) ?? (await notWaiting(container, id, trx))
    await failTask(container, rejected, REJECTED[rejected.kind], trx)
    return rejected
  })
}

/**
 * Expires the approvals that have waited for too long, and cancels the refunds that can no longer be made, because less than
 * their amount is left. One that is being decided at this moment keeps its decision.
 */
export async function endApprovals(container: MedusaContainer): Promise<void> {
  const { approvals } = container.resolve<PolicyService>(POLICY_MODULE)
  for (const { id } of await approvals.unrefundable(100))
    await decided(container, async (trx) => {
      const canceled = await approvals.endUnrefundable(id, NOTHING_LEFT.code, trx)
      if (canceled) await failTask(container, canceled, NOTHING_LEFT, trx)
    })
  for (const { id } of await approvals.outdated(100))
    await decided(container, async (trx) => {
      const expired = await approvals.end({ id }, "expired", trx)
      if (expired) await failTask(container, expired, EXPIRED[expired.kind], trx)
    })
}

const rejection = (what: string) => ({
  code: "approval_refused",
  message: `The merchant has rejected the ${what}.`,
})
const expiry = (what: string) => ({
  code: "approval_expired",
  message: `The merchant has not approved the ${what} in time.`,
})
const REJECTED = { payment: rejection("payment"), refund: rejection("refund") }
const EXPIRED = { payment: expiry("payment"), refund: expiry("refund") }
const NOTHING_LEFT = refusalOf("refund_exceeds_captured")
const NOT_NOW = "The agent may not pay now: its client is not approved, or all agents are stopped."

function decided<T>(container: MedusaContainer, act: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  return changeByStaff(container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION), act)
}

async function notWaiting(container: MedusaContainer, id: string, trx: Knex): Promise<never> {
  const { approvals } = container.resolve<PolicyService>(POLICY_MODULE)
  const approval = await approvals.find(id, trx)
  const status = approval?.status === "waiting" ? "expired" : approval?.status
  const what = approval?.kind ?? "payment"
  throw problem("invalid_state", { id, status }, `The ${what} no longer waits for approval: it is ${status}.`)
}

async function continueAgent(container: MedusaContainer, approval: Approval, trx: Knex): Promise<void> {
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  const { id, kind, task_id, session_id, payment_id, operation_id } = approval
  if (kind === "refund" && !task_id) return
  const waiting =
    kind === "refund"
      ? { waits_for: String(operation_id), artifacts: artifactsOf(approval) }
      : payment_id && { waits_for: payment_id, artifacts: { payment_id, ...artifactsOf(approval) } }
  const isOpen = waiting
    ? await agent.amend(String(task_id), waiting, trx)
    : await agent.sessions.prolong(String(session_id), EXTENDED_HOURS, trx)
  if (!isOpen) throw problem("invalid_state", { id }, "The agent's task or checkout has ended.")
}

async function failTask(
  container: MedusaContainer,
  approval: Approval,
  error: { code: string; message: string },
  trx: Knex
): Promise<void> {
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  const artifacts = { ...artifactsOf(approval), error }
  if (approval.task_id) await agent.advance(approval.task_id, "failed", { artifacts }, trx)
}

const artifactsOf = (approval: Approval) => ({ approval: approvalRecordOf(approval) })
