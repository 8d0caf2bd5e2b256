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

/** How long an approved checkout stays open for its agent to complete it. */
const EXTENDED_HOURS = 6

/**
 * Approves a waiting payment. Stores the decision and the change of its task in one transaction; `payApproved` creates
 * the payment afterwards. Throws `invalid_state` when the payment no longer waits, when its client is not approved,
 * when all agents are stopped, or when its checkout has ended.
 */
export async function approve(container: MedusaContainer, id: string, decision: Decision): Promise<Approval> {
  const { approvals } = container.resolve<PolicyService>(POLICY_MODULE)
  const approval = await decided(container, async (trx) => {
    const approved = (await approvals.approve(id, decision, trx)) ?? (await notWaiting(container, id, trx))
    if (!(await mayAgentPay(trx, approved.client_id))) throw problem("invalid_state", { id }, NOT_NOW)
    await continueAgent(container, approved, trx)
    return approved
  })
  await reached("payment_approved", id, approval.task_id, approval.payment_id)
  return approval
}

/** Rejects a waiting payment, which fails its task. Throws `invalid_state` when the payment no longer waits. */
export function refuse(container: MedusaContainer, id: string, decision: Decision): Promise<Approval> {
  const { approvals } = container.resolve<PolicyService>(POLICY_MODULE)
  return decided(container, async (trx) => {
    const rejected = (await approvals.reject(id, decision, trx)) ?? (await notWaiting(container, id, trx))
    await failTask(container, rejected, REJECTED, trx)
    return rejected
  })
}

/** Expires the approvals that have waited for too long. One that is being decided at this moment keeps its decision. */
export async function expireApprovals(container: MedusaContainer): Promise<void> {
  const { approvals } = container.resolve<PolicyService>(POLICY_MODULE)
  for (const { id } of await approvals.outdated(100))
    await decided(container, async (trx) => {
      const expired = await approvals.end({ id }, "expired", trx)
      if (expired) await failTask(container, expired, EXPIRED, trx)
    })
}

const REJECTED = { code: "approval_refused", message: "The merchant has rejected the payment." }
const EXPIRED = { code: "approval_expired", message: "The merchant has not approved the payment in time." }
const NOT_NOW = "The agent may not pay now: its client is not approved, or all agents are stopped."

function decided<T>(container: MedusaContainer, act: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  return changeByStaff(container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION), act)
}

async function notWaiting(container: MedusaContainer, id: string, trx: Knex): Promise<never> {
  const { approvals } = container.resolve<PolicyService>(POLICY_MODULE)
  const approval = await approvals.find(id, trx)
  const status = approval?.status === "waiting" ? "expired" : approval?.status
  throw problem("invalid_state", { id, status }, `The payment no longer waits for approval: it is ${status}.`)
}

async function continueAgent(container: MedusaContainer, approval: Approval, trx: Knex): Promise<void> {
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  const { id, task_id, session_id, payment_id } = approval
  const waiting = payment_id && { waits_for: payment_id, artifacts: { payment_id, ...artifactsOf(approval) } }
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
