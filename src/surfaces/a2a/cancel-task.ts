import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import { allows } from "../../domain/scopes"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { cancelTask as cancel } from "../../workflows/task/cancel-task"
import { callerOf } from "../call"
import { operation } from "../operation"
import { skillOf } from "./skills"
import { viewTask } from "./task-view"

/** `tasks/cancel`: needs the scope of the task's own skill, so the scope is checked once the task is known. */
export const cancelTask = operation({
  access: "any_token",
  input: z.strictObject({ task_id: z.string() }),
  async run({ task_id }, call) {
    const { client_id, scopes } = callerOf(call)
    const task = await call.container.resolve<AgentService>(AGENT_MODULE).retrieve(task_id, client_id)
    const { access } = skillOf(task.skill_id)
    if (!allows(scopes, access)) throw problem("scope_denied", { required_scope: access })
    return viewTask(await cancel(call.container, task))
  },
})
