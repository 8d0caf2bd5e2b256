import type { MedusaContainer } from "@medusajs/framework/types"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"

/** Cancels the tasks that wait for their client to name a skill, and have not been answered for `olderThanSeconds`. */
export async function endUnansweredTasks(
  container: MedusaContainer,
  olderThanSeconds: number
): Promise<void> {
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  for (const id of await agent.unanswered(olderThanSeconds)) await agent.advance(id, "canceled")
}
