import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { problem } from "../../domain/errors"
import { reached } from "../../failpoints"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import type { Decision } from "../../modules/policy/approvals"
import { POLICY_MODULE } from "../../modules/policy"
import { type Approval, approvalRecordOf } from "../../modules/policy/models/approval"
import type PolicyService from "../../modules/policy/service"
import { mayAgentGoOn } from "../../queries/approvals"
import { changeByStaff } from "../../staff-change"

/** An approved checkout is kept for so long, for its agent to come and complete it. */
const KEPT_HOURS = 6

/**
 * Approves a payment that waits. The decision and the task that goes on by it are written down together; the payment is
 * begun behind it (`payApproved`). Throws `invalid_state` for one that does not wait any more, and where the agent may not
 * go on: its client is not approved, all agents are stopped, or its checkout has ended.
 */
export async function approve(container: MedusaContainer, id: string, decision: Decision): Promise<Approval> {
  const { approvals } = container.resolve<PolicyService>(POLICY_MODULE)
  const approval = await decided(container, async (trx) => {
    const approved = (await approvals.approve(id, decision, trx)) ?? (await notWaiting(container, id, trx))
    if (!(await mayAgentGoOn(trx, approved.client_id))) throw problem("invalid_state", { id }, NOT_NOW)
    await goOn(container, approved, trx)
    return approved
  })
  await reached("payment_approved", id, approval.task_id, approval.payment_id)
  return approval
}

/** Refuses a payment that waits: its task fails. Throws `invalid_state` for one that does not wait any more. */
export function refuse(container: MedusaContainer, id: string, decision: Decision): Promise<Approval> {
  const { approvals } = container.resolve<PolicyService>(POLICY_MODULE)
  return decided(container, async (trx) => {
    const refused = (await approvals.refuse(id, decision, trx)) ?? (await notWaiting(container, id, trx))
    await failTask(container, refused, REFUSED, trx)
    return refused
  })
}

/** Ends the payments that have waited for too long. One that is decided at this moment is left to its decision. */
export async function expireApprovals(container: MedusaContainer): Promise<void> {
  const { approvals } = container.resolve<PolicyService>(POLICY_MODULE)
  for (const { id } of await approvals.outdated(100))
    await decided(container, async (trx) => {
      const expired = await approvals.end({ id }, "expired", trx)
      if (expired) await failTask(container, expired, EXPIRED, trx)
    })
}

const REFUSED = { code: "approval_refused", message: "The merchant has refused the payment." }
const EXPIRED = { code: "approval_expired", message: "The merchant has not approved the payment in time." }
const NOT_NOW = "The agent may not pay now: its client is not approved, or all agents are stopped."

function decided<T>(container: MedusaContainer, act: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  return changeByStaff(container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION), act)
}

async function notWaiting(container: MedusaContainer, id: string, trx: Knex): Promise<never> {
  const { approvals } = container.resolve<PolicyService>(POLICY_MODULE)
  const approval = await approvals.find(id, trx)
  const status = approval?.status === "waiting" ? "expired" : approval?.status
  throw problem("invalid_state", { id, status }, `The payment does not wait any more: it is ${status}.`)
}

async function goOn(container: MedusaContainer, approval: Approval, trx: Knex): Promise<void> {
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  const { id, task_id, session_id, payment_id } = approval
  const waiting = payment_id && { waits_for: payment_id, artifacts: { payment_id, ...artifactsOf(approval) } }
  const stands = waiting
    ? await agent.amend(String(task_id), waiting, trx)
    : await agent.sessions.prolong(String(session_id), KEPT_HOURS, trx)
  if (!stands) throw problem("invalid_state", { id }, "The agent's task or checkout has ended.")
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
