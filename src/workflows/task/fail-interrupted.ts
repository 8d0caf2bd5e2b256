import type { MedusaContainer } from "@medusajs/framework/types"
import { INTERRUPTED } from "../../domain/settlement"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { interruptedTasks } from "../../queries/task/interrupted-tasks"

/** Fails the tasks older than `olderThanSeconds` whose work never began, because the store was interrupted. */
export async function failInterruptedTasks(
  container: MedusaContainer,
  olderThanSeconds: number
): Promise<void> {
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  for (const id of await interruptedTasks(container, olderThanSeconds))
    await agent.advance(id, "failed", { artifacts: { error: INTERRUPTED } })
}
