import { setTimeout as sleep } from "node:timers/promises"
import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import { isTerminal } from "../../domain/task"
import { AGENT_MODULE } from "../../modules/agent"
import type { TaskEvent } from "../../modules/agent/models/task"
import type AgentService from "../../modules/agent/service"
import { isStillAdmitted } from "../admission"
import { type Call, callerOf } from "../call"
import { operation } from "../operation"
import { reply } from "../reply"

/** Of every stream: nothing on the way may hold it back or keep it. */
export const STREAM_HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-cache, no-transform",
  "X-Accel-Buffering": "no",
}

const POLL_MS = 500
const HEARTBEAT_MS = 15_000

/**
 * Server-Sent Events of a task (spec: Events 1): every event after `Last-Event-ID`, then the ones to come, ending
 * with the terminal state, or when the token is no longer let in. 204 when nothing is left, which tells an EventSource
 * not to come again.
 */
export const streamTask = operation({
  access: "a2a:payments:read",
  input: z.object({ taskId: z.string() }),
  async run({ taskId }, call) {
    const agent = call.container.resolve<AgentService>(AGENT_MODULE)
    const task = await agent.retrieve(taskId, callerOf(call).client_id)
    const after = lastEventId(call)
    if (isTerminal(task.state) && after >= task.seq) return reply(204, {})
    return reply(200, STREAM_HEADERS, frames(agent, taskId, after, call))
  },
})

/** The header of a reconnecting EventSource, or the query parameter for clients that cannot set it. */
function lastEventId({ headers, query }: Call): number {
  const text = headers["last-event-id"] ?? query.get("last_event_id") ?? "0"
  const seq = Number(text)
  if (Number.isSafeInteger(seq) && seq >= 0) return Math.min(seq, 2_147_483_647)
  throw problem("invalid_params", {
    issues: [{ path: "Last-Event-ID", message: "must be the id of an event" }],
  })
}

async function* frames(
  agent: AgentService,
  task_id: string,
  after: number,
  call: Call
): AsyncGenerator<string> {
  yield "retry: 3000\n\n"
  for await (const event of tail(agent, task_id, after, call)) yield event ? frame(event) : ": ping\n\n"
}

/**
 * A task's events after number `after`, as they come: to the final one, or until the caller leaves or is no longer let
 * in. Undefined is a sign of life when nothing has come for a while.
 */
export async function* tail(
  agent: AgentService,
  task_id: string,
  after: number,
  call: Call,
  signal: AbortSignal = call.signal
): AsyncGenerator<TaskEvent | undefined> {
  let seq = after
  let quiet = 0
  while (!signal.aborted && (await isStillAdmitted(call, "a2a"))) {
    for (const event of await agent.eventsAfter(task_id, seq)) {
      yield event
      if (isFinal(event)) return
      seq = event.seq
      quiet = 0
    }
    if ((quiet += POLL_MS) % HEARTBEAT_MS === 0) yield undefined
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined)
  }
}

const isFinal = ({ type, state }: TaskEvent) => type === "task.status" && isTerminal(state)

function frame(event: TaskEvent): string {
  const { task_id, seq, type, state, artifacts, at } = event
  const data = { task_id, state, artifacts, final: isFinal(event), at: at.toISOString() }
  return `id: ${seq}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`
}
