import type { MedusaContainer } from "@medusajs/framework/types"
import { AGENT_MODULE } from "../modules/agent"
import type AgentService from "../modules/agent/service"

/** Throws away tasks, carts, checkouts and keys that nobody needs any more. */
export default async function purgeTasks(container: MedusaContainer): Promise<void> {
  await container.resolve<AgentService>(AGENT_MODULE).purge()
}

export const config = { name: "gw-purge-tasks", schedule: "47 * * * *" }
