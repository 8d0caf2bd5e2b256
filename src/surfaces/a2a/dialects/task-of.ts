import { Message } from "@a2a-js/sdk"
import type * as A2A from "@a2a-js/sdk"
import type { Artifacts, Task, TaskEvent } from "../../../modules/agent/models/task"
import type { Caller } from "../../call"
import { dataPart } from "./parts"
import { toState } from "./states"
import { statusMessage } from "./status-message"

/** Who is told: a task that asks for a skill names those the reader may call. */
export type Reader = Pick<Caller, "scopes">

interface Shown {
  /** How many messages of the history, the newest; all when undefined. */
  readonly historyLength?: number
  /** False leaves the artifacts out. */
  readonly artifacts?: boolean
}

/** A task as the protocol has it, in the SDK's model, which both wires are written from. */
export function taskOf(
  task: Task,
  reader: Reader,
  { historyLength, artifacts = true }: Shown = {}
): A2A.Task {
  const { id, skill_id } = task
  return {
    id,
    contextId: contextOf(task),
    status: statusOf(task, { state: task.state, artifacts: task.artifacts, at: task.updated_at }, reader),
    artifacts: artifacts && hasMembers(task.artifacts) ? [artifactOf(task, task.artifacts)] : [],
    history: newest(task.history, historyLength).map((message) => ({
      ...Message.fromJSON(message),
      taskId: id,
      contextId: contextOf(task),
    })),
    metadata: skill_id ? { skill_id } : undefined,
  }
}

/** What an event of a task's tells a stream that knows the task already. */
export function updateOf(task: Task, event: TaskEvent, reader: Reader): A2A.StreamResponse {
  const named = { taskId: task.id, contextId: contextOf(task), metadata: undefined }
  if (event.type === "task.artifact") {
    const value = { ...named, artifact: artifactOf(task, event.artifacts), append: false, lastChunk: true }
    return { payload: { $case: "artifactUpdate", value } }
  }
  return { payload: { $case: "statusUpdate", value: { ...named, status: statusOf(task, event, reader) } } }
}

/** The conversation a task belongs to: its own, unless the client named one. */
export const contextOf = ({ context_id, id }: Task): string => context_id ?? id

type Moment = Pick<TaskEvent, "state" | "artifacts" | "at">

function statusOf(task: Task, { state, artifacts, at }: Moment, reader: Reader): A2A.TaskStatus {
  const message = statusMessage(task, { state, artifacts }, reader)
  return { state: toState(state), message, timestamp: at.toISOString() }
}

/** All results are one artifact, which is sent again as a whole when it grows. */
function artifactOf({ skill_id }: Task, artifacts: Artifacts): A2A.Artifact {
  const parts = [dataPart(artifacts)]
  const plain = { description: "", metadata: undefined, extensions: [] }
  return { artifactId: "payment", name: skill_id ?? "", parts, ...plain }
}

const hasMembers = (artifacts: Artifacts): boolean => Object.keys(artifacts).length > 0

function newest<T>(history: readonly T[], length = history.length): readonly T[] {
  return history.slice(Math.max(0, history.length - length))
}
