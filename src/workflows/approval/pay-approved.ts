import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { problemIn } from "../../domain/errors"
import { isTerminal } from "../../domain/task"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import { shownStatusOf } from "../../modules/bank/models/card"
import type BankService from "../../modules/bank/service"
import { POLICY_MODULE } from "../../modules/policy"
import type { Decision } from "../../modules/policy/approvals"
import type { Approval } from "../../modules/policy/models/approval"
import type PolicyService from "../../modules/policy/service"
import { mayAgentPay } from "../../queries/approval/approvals"
import { BY_RULES, makePayment } from "../payment/make-payment"
import { approve } from "./decide-approval"
import { refundApproved } from "./refund-approved"
import type { RequestedPayment } from "./request-approval"

/**
 * Approves a waiting payment or refund and starts it in the background; the agent's task or order shows the outcome.
 * Throws what `approve` throws.
 */
export async function approveAndStart(
  container: MedusaContainer,
  id: string,
  decision: Decision
): Promise<void> {
  await approve(container, id, decision)
  void inBackground(container, id)
}

/**
 * Creates the payment of an approved task, or executes an approved refund, once: a second caller, or a retry after a
 * crash, finds that it has begun. A payment that was stored and then interrupted is ended like any other interrupted
 * payment. Throws a temporary error, and while another caller creates the payment; then it is due again.
 */
export async function startApproved(container: MedusaContainer, id: string): Promise<void> {
  const { approvals } = container.resolve<PolicyService>(POLICY_MODULE)
  const approval = await approvals.claim(id)
  if (!approval) return
  if (approval.kind === "refund") return refundApproved(container, approval)
  await begin(container, approval)
  if (!(await hasBegun(container, approval))) throw new Error("its payment is still being created")
  await approvals.finish(id)
}

/** Whether the settlement now follows the approved payment, or the task has ended. Neither needs the approval any more. */
async function hasBegun(container: MedusaContainer, { task_id, payment_id }: Approval): Promise<boolean> {
  if (!task_id || !payment_id) return true
  const { state } = await container.resolve<AgentService>(AGENT_MODULE).retrieve(task_id)
  const payment = await container.resolve<BankService>(BANK_MODULE).payments.find({ id: payment_id })
  return isTerminal(state) || Boolean(payment?.provisioned_at)
}

/** Starts approved payments and refunds that a crash has left, ten at a time. One that fails does not block the others. */
export async function startAllApproved(container: MedusaContainer): Promise<void> {
  const { approvals } = container.resolve<PolicyService>(POLICY_MODULE)
  const ids = await approvals.dueToStart(10)
  await Promise.all(ids.map((id) => inBackground(container, id)))
}

/** Like `startApproved`, but never rejects: an error is logged, and the task shows the outcome. */
export async function inBackground(container: MedusaContainer, id: string): Promise<void> {
  try {
    await startApproved(container, id)
  } catch (error) {
    container.resolve("logger").error(`approval ${id}: ${(error as Error).message}`)
  }
}

async function begin(container: MedusaContainer, approval: Approval): Promise<void> {
  const { task_id, payment_id } = approval
  const requested = approval.requested as RequestedPayment | null
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  const bank = container.resolve<BankService>(BANK_MODULE)
  if (!task_id || !payment_id || !requested) return
  const { state, cancel_requested_at } = await agent.retrieve(task_id)
  if (isTerminal(state) || (await bank.payments.find({ id: payment_id }))) return
  if (cancel_requested_at) return void (await agent.advance(task_id, "canceled"))
  if (!(await mayBegin(container, requested)))
    return void (await agent.advance(task_id, "failed", { artifacts: { error: NOT_NOW } }))
  try {
    // The merchant has decided on this very payment, so it needs no further confirmation.
    const order = { ...requested, payment_id, may_repeat: true } as const
    await makePayment(container, task_id, order, { is_repeated: isRecent(approval) })
  } catch (error) {
    // The task and the audit log contain this already.
    const code = problemIn(error)?.code
    if (!code || !BY_RULES.includes(code)) throw error
  }
}

/** For how long after the decision a temporary error does not fail the task. The agent waits meanwhile. */
const RETRIED_FOR_MS = 3_600_000

const isRecent = ({ decided_at }: Approval): boolean =>
  decided_at !== null && Date.now() - decided_at.getTime() < RETRIED_FOR_MS

/** Since the decision, the agent may have been stopped, or the saved card's agreement may have ended. */
async function mayBegin(
  container: MedusaContainer,
  { client_id, card_token_id }: RequestedPayment
): Promise<boolean> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  if (!(await mayAgentPay(knex, client_id))) return false
  if (!card_token_id) return true
  const card = await container.resolve<BankService>(BANK_MODULE).cards.find({ id: card_token_id })
  return card !== undefined && shownStatusOf(card) === "active"
}

const NOT_NOW = {
  code: "payment_not_created",
  message: "The agent was stopped, or its card was ended, before the approved payment was started.",
}
