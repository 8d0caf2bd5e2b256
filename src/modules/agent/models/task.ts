import { type TaskState, isTerminal } from "../../../domain/task"

/** The results of a task so far (spec: Task). Members are added, never removed. */
export type Artifacts = Record<string, unknown>

/** A client's message. Only its id matters to this module. */
export interface TaskMessage {
  readonly messageId: string
}

/** `gw_task`: a call of a skill. */
export interface Task {
  readonly id: string
  readonly client_id: string
  /** Null if the message named no skill; its answer lists the skills. */
  readonly skill_id: string | null
  /** The A2A context, if the client named or continued one; otherwise the task is its own context. */
  readonly context_id: string | null
  /** The client's messages about the task, oldest first, in the format of A2A 1.0. */
  readonly history: readonly TaskMessage[]
  readonly state: TaskState
  readonly artifacts: Artifacts
  /** The payment, card or bank operation whose result ends this task. */
  readonly waits_for: string | null
  /** Set when the client requests cancellation. If its payment then fails, the task ends as canceled. */
  readonly cancel_requested_at: Date | null
  readonly idempotency_key: string | null
  /** Digest of skill and input, to compare retries with the same key. */
  readonly request_hash: string
  /** The number of the task's newest event. */
  readonly seq: number
  readonly created_at: Date
  readonly updated_at: Date
}

/** `gw_task_event`: an event in a task's history, numbered without gaps from 1. */
export interface TaskEvent {
  readonly task_id: string
  readonly seq: number
  readonly type: "task" | "task.status" | "task.artifact"
  readonly state: TaskState
  readonly artifacts: Artifacts
  readonly at: Date
}

/** Whether this is the last event of its task. */
export function isLast({ type, state }: TaskEvent): boolean {
  return type === "task.status" && isTerminal(state)
}
