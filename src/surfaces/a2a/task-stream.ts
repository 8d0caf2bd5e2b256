import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import { isTerminal } from "../../domain/task"
import { AGENT_MODULE } from "../../modules/agent"
import { type TaskEvent, isLast } from "../../modules/agent/models/task"
import type AgentService from "../../modules/agent/service"
import { type Call, callerOf } from "../../gateway/call"
import { eventStream } from "../../gateway/event-stream"
import { operation } from "../../gateway/operation"
import { reply } from "../../gateway/reply"
import { PathId } from "../../gateway/schemas"

/**
 * Server-Sent Events of a task (spec: Events 1): every event after `Last-Event-ID`, then the following ones until the
 * terminal state. An id beyond the last event counts as the last event. Responds 204 when no event is left, so that
 * an EventSource does not reconnect.
 */
export const streamTask = operation({
  access: "a2a:payments:read",
  input: z.object({ taskId: PathId }),
  async run({ taskId }, call) {
    const agent = call.container.resolve<AgentService>(AGENT_MODULE)
    const task = await agent.retrieve(taskId, callerOf(call).client_id)
    const after = Math.min(lastEventId(call), task.seq)
    if (isTerminal(task.state) && after === task.seq) return reply(204, {})
    return eventStream(frames(agent.tail(task.id, after, call.signal)), "a2a", call)
  },
})

/** The id in the header of a reconnecting EventSource, or in the query for clients that cannot set headers. */
function lastEventId({ headers, query }: Call): number {
  const text = headers["last-event-id"] ?? query.get("last_event_id") ?? "0"
  const seq = Number(text)
  if (Number.isSafeInteger(seq) && seq >= 0) return seq
  throw problem("invalid_params", {
    issues: [{ path: "Last-Event-ID", message: "must be the id of an event of this task" }],
  })
}

async function* frames(events: AsyncIterable<TaskEvent>): AsyncGenerator<string, void> {
  for await (const event of events) yield frame(event)
}

function frame(event: TaskEvent): string {
  const { task_id, seq, type, state, artifacts, at } = event
  const data = { task_id, state, artifacts, final: isLast(event), at: at.toISOString() }
  return `id: ${seq}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`
}
