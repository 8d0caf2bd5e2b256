import type * as A2A from "@a2a-js/sdk"
import { isTerminal } from "../../../domain/task"
import { AGENT_MODULE } from "../../../modules/agent"
import type { Task } from "../../../modules/agent/models/task"
import type AgentService from "../../../modules/agent/service"
import type { Call } from "../../../gateway/call"
import { goesOn } from "./task-states"
import { readerOf, taskOf, updateOf } from "./sdk-task"

type Updates = AsyncGenerator<A2A.StreamResponse, void, undefined>

/** The current task, then its updates until the terminal one (A2A 1.0 section 3.1.6). */
export async function* follow(task: Task, call: Call): Updates {
  yield snapshot(task, call)
  if (isTerminal(task.state)) return
  for await (const event of eventsOf(task, call)) yield updateOf(task, event, readerOf(call))
}

/** The same, but ends as soon as the client has to act (A2A 1.0 section 3.1.2). */
export async function* followWhileItGoesOn(task: Task, call: Call): Updates {
  yield snapshot(task, call)
  if (!goesOn(task.state)) return
  for await (const event of eventsOf(task, call)) {
    yield updateOf(task, event, readerOf(call))
    if (event.type === "task.status" && !goesOn(event.state)) return
  }
}

/**
 * Waits until the task is terminal or the client has to act, but no longer than `milliseconds`. Returns the task at
 * that time.
 */
export async function settled(task: Task, call: Call, milliseconds: number): Promise<Task> {
  const deadline = AbortSignal.any([call.signal, AbortSignal.timeout(milliseconds)])
  if (goesOn(task.state))
    for await (const event of eventsOf(task, call, deadline)) if (!goesOn(event.state)) break
  return agentOf(call).retrieve(task.id)
}

function eventsOf({ id, seq }: Task, call: Call, signal = call.signal) {
  return agentOf(call).tail(id, seq, signal)
}

const agentOf = (call: Call) => call.container.resolve<AgentService>(AGENT_MODULE)

function snapshot(task: Task, call: Call): A2A.StreamResponse {
  return { payload: { $case: "task", value: taskOf(task, readerOf(call)) } }
}
