import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import { allows } from "../../domain/scopes"
import { AGENT_MODULE } from "../../modules/agent"
import type { Task } from "../../modules/agent/models/task"
import type AgentService from "../../modules/agent/service"
import { cancelTask as cancel } from "../../workflows/task/cancel-task"
import { type Call, callerOf } from "../call"
import { operation } from "../operation"
import { skillOf } from "./skills"
import { viewTask } from "./task-view"

/**
 * The caller's task, if the token may cancel it: that needs the scope of the task's own skill, which is known only now.
 * Throws `task_not_found` and `scope_denied`.
 */
export async function cancelableTask(task_id: string, call: Call): Promise<Task> {
  const { client_id, scopes } = callerOf(call)
  const task = await call.container.resolve<AgentService>(AGENT_MODULE).retrieve(task_id, client_id)
  const access = task.skill_id && skillOf(task.skill_id).access
  if (access && !allows(scopes, access)) throw problem("scope_denied", { required_scope: access })
  return task
}

/** `tasks/cancel` of the spec's own dialect. */
export const cancelTask = operation({
  access: "any_token",
  input: z.strictObject({ task_id: z.string() }),
  async run({ task_id }, call) {
    return viewTask(await cancel(call.container, await cancelableTask(task_id, call)))
  },
})
