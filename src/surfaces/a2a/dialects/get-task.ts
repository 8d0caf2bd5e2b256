import { TaskState as State } from "@a2a-js/sdk"
import type * as A2A from "@a2a-js/sdk"
import { utcOf } from "../../../domain/times"
import { AGENT_MODULE } from "../../../modules/agent"
import type AgentService from "../../../modules/agent/service"
import { type Call, callerOf } from "../../../gateway/call"
import { checkedHistoryLength, checkedId, refused } from "./message-checks"
import { stateOf } from "./task-states"
import { readerOf, taskOf } from "./sdk-task"

/** One of the caller's tasks. Throws `task_not_found` also for a task of another client. */
export async function getTask(request: A2A.GetTaskRequest, call: Call): Promise<A2A.Task> {
  const historyLength = checkedHistoryLength(request.historyLength)
  const agent = call.container.resolve<AgentService>(AGENT_MODULE)
  return taskOf(await agent.retrieve(checkedId(request.id), callerOf(call).client_id), readerOf(call), {
    historyLength,
  })
}

/** The caller's tasks, most recently updated first, without history unless requested (A2A 1.0 section 3.1.4). */
export async function listTasks(request: A2A.ListTasksRequest, call: Call): Promise<A2A.ListTasksResponse> {
  const { pageSize = 50, pageToken, includeArtifacts = false } = request
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > 100)
    throw refused("pageSize", "must be an integer from 1 to 100")
  const shown = {
    historyLength: checkedHistoryLength(request.historyLength) ?? 0,
    artifacts: includeArtifacts,
  }
  const filters = filtersOf(request, callerOf(call).client_id)
  if (!filters) return { tasks: [], nextPageToken: "", pageSize, totalSize: 0 }
  const agent = call.container.resolve<AgentService>(AGENT_MODULE)
  const page = await agent.list(filters, pageSize, pageToken || undefined)
  if (!page) throw refused("pageToken", "must be the nextPageToken of a previous page")
  return {
    tasks: page.tasks.map((task) => taskOf(task, readerOf(call), shown)),
    nextPageToken: page.next_cursor ?? "",
    pageSize,
    totalSize: page.total,
  }
}

/**
 * The filters of a request; undefined when nothing can match, because tasks here never have some of the protocol's
 * states.
 */
function filtersOf(request: A2A.ListTasksRequest, client_id: string) {
  const { contextId, status, statusTimestampAfter: after } = request
  if (status === State.UNRECOGNIZED) throw refused("status", "must be a task state of A2A")
  const updated_from = after && utcOf(after)
  if (after && !updated_from)
    throw refused("statusTimestampAfter", "must be an RFC 3339 time such as 2026-01-31T12:00:00Z")
  const state = stateOf(status)
  if (status && !state) return undefined
  return {
    client_id,
    ...(contextId && { context_id: contextId }),
    ...(state && { state }),
    ...(updated_from && { updated_from }),
  }
}
