import type * as A2A from "@a2a-js/sdk"
import { problem } from "../../../domain/errors"
import { isTerminal } from "../../../domain/task"
import { AGENT_MODULE } from "../../../modules/agent"
import type AgentService from "../../../modules/agent/service"
import { type Call, callerOf } from "../../../gateway/call"
import { checkedId } from "./message-checks"
import { follow } from "./follow-task"
import type { Version } from "./a2a-version"

/**
 * Follows a task that was started earlier. In 1.0 a terminal task is refused (section 3.1.6); in 0.3, which leaves
 * this open, it is returned once.
 */
export async function* subscribe(request: A2A.SubscribeToTaskRequest, version: Version, call: Call) {
  const id = checkedId(request.id)
  const agent = call.container.resolve<AgentService>(AGENT_MODULE)
  const task = await agent.retrieve(id, callerOf(call).client_id)
  if (version === "1.0" && isTerminal(task.state))
    throw problem("unsupported_operation", { task_id: id, state: task.state })
  yield* follow(task, call)
}
