import { z } from "@medusajs/framework/zod"
import { AGENT_MODULE } from "../../modules/agent"
import type { Task } from "../../modules/agent/models/task"
import type AgentService from "../../modules/agent/service"
import { cancelTask as cancel } from "../../workflows/task/cancel-task"
import { type Call, callerOf } from "../../gateway/call"
import { operation } from "../../gateway/operation"
import { requireScope } from "../../gateway/refusals"
import { skillOf } from "./skills"
import { viewTask } from "./task-view"

/**
 * The caller's task, if the token may cancel it. That needs the scope of the task's skill, which is known only once
 * the task is read. Throws `task_not_found` and `scope_denied`.
 */
export async function cancelableTask(task_id: string, call: Call): Promise<Task> {
  const { client_id } = callerOf(call)
  const task = await call.container.resolve<AgentService>(AGENT_MODULE).retrieve(task_id, client_id)
  if (task.skill_id) await requireScope(skillOf(task.skill_id).access, call)
  return task
}

/** `tasks/cancel` in this surface's own dialect. */
export const cancelTask = operation({
  access: "any_token",
  input: z.strictObject({ task_id: z.string() }),
  async run({ task_id }, call) {
    return viewTask(await cancel(call.container, await cancelableTask(task_id, call)))
  },
})
