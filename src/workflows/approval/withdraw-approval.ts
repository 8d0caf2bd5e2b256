import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { AGENT_MODULE } from "../../modules/agent"
import type { Task } from "../../modules/agent/models/task"
import type AgentService from "../../modules/agent/service"
import { POLICY_MODULE } from "../../modules/policy"
import { approvalRecordOf } from "../../modules/policy/models/approval"
import type PolicyService from "../../modules/policy/service"

/**
 * Cancels a waiting approval and its task, in one transaction. Undefined when the merchant decided first: the task then
 * continues by that decision.
 */
export async function withdrawApproval(
  container: MedusaContainer,
  id: string,
  task_id: string
): Promise<Task | undefined> {
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  const { approvals } = container.resolve<PolicyService>(POLICY_MODULE)
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  return knex.transaction(async (trx) => {
    const approval = await approvals.end({ id }, "canceled", trx)
    if (!approval) return undefined
    const artifacts = { approval: approvalRecordOf(approval) }
    return agent.advance(task_id, "canceled", { artifacts }, trx)
  })
}
