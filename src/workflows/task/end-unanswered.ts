import type { MedusaContainer } from "@medusajs/framework/types"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"

/** Cancels the tasks that asked their client which skill it wants and were left without an answer for so long. */
export async function endUnansweredTasks(
  container: MedusaContainer,
  olderThanSeconds: number
): Promise<void> {
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  for (const id of await agent.unanswered(olderThanSeconds)) await agent.advance(id, "canceled")
}
