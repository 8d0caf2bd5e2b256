import type { MedusaContainer } from "@medusajs/framework/types"
import { AGENT_MODULE } from "../modules/agent"
import type AgentService from "../modules/agent/service"

/** Deletes tasks, sessions and idempotency records whose retention period is over. */
export default async function purgeTasks(container: MedusaContainer): Promise<void> {
  await container.resolve<AgentService>(AGENT_MODULE).purge()
}

export const config = { name: "gw-purge-tasks", schedule: "47 * * * *" }
