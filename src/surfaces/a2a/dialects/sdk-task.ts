import { Message } from "@a2a-js/sdk"
import type * as A2A from "@a2a-js/sdk"
import type { Artifacts, Task, TaskEvent } from "../../../modules/agent/models/task"
import type { Call } from "../../../gateway/call"
import { type AnySkill, skillsFor } from "../skills"
import { dataPart } from "./message-parts"
import { toState } from "./task-states"
import { statusMessage } from "./status-message"

/** The reader of a task. A task that asks for a skill lists the skills that the reader may invoke. */
export interface Reader {
  readonly skills: readonly AnySkill[]
}

/** The caller as the reader of a task. */
export const readerOf = (call: Call): Reader => ({ skills: skillsFor(call) })

interface Shown {
  /** How many of the newest history messages to include; all when undefined. */
  readonly historyLength?: number
  /** Whether to include the artifacts; true by default. */
  readonly artifacts?: boolean
}

/** A task in the SDK's model, from which both wire formats are written. */
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

/** The update for one event of a task, for a stream that has sent the task already. */
export function updateOf(task: Task, event: TaskEvent, reader: Reader): A2A.StreamResponse {
  const named = { taskId: task.id, contextId: contextOf(task), metadata: undefined }
  if (event.type === "task.artifact") {
    const value = { ...named, artifact: artifactOf(task, event.artifacts), append: false, lastChunk: true }
    return { payload: { $case: "artifactUpdate", value } }
  }
  return { payload: { $case: "statusUpdate", value: { ...named, status: statusOf(task, event, reader) } } }
}

/** The conversation of a task: one of its own, unless the client named one. */
export const contextOf = ({ context_id, id }: Task): string => context_id ?? id

type Moment = Pick<TaskEvent, "state" | "artifacts" | "at">

function statusOf(task: Task, { state, artifacts, at }: Moment, reader: Reader): A2A.TaskStatus {
  const message = statusMessage(task, { state, artifacts }, reader)
  return { state: toState(state), message, timestamp: at.toISOString() }
}

/** All results are in one artifact, which is sent again as a whole when it changes. */
function artifactOf({ skill_id }: Task, artifacts: Artifacts): A2A.Artifact {
  const parts = [dataPart(artifacts)]
  const plain = { description: "", metadata: undefined, extensions: [] }
  return { artifactId: "payment", name: skill_id ?? "", parts, ...plain }
}

const hasMembers = (artifacts: Artifacts): boolean => Object.keys(artifacts).length > 0

function newest<T>(history: readonly T[], length = history.length): readonly T[] {
  return history.slice(Math.max(0, history.length - length))
}
