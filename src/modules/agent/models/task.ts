import { type TaskState, isTerminal } from "../../../domain/task"

/** What a task has produced so far (spec: Task). Members are added, never taken away. */
export type Artifacts = Record<string, unknown>

/** One message of a client's; of its members the module knows its name only. */
export interface TaskMessage {
  readonly messageId: string
}

/** `gw_task`: one invocation of a skill. */
export interface Task {
  readonly id: string
  readonly client_id: string
  /** Null for a message that named no skill and was answered with those there are. */
  readonly skill_id: string | null
  /** The conversation it belongs to, when the client named one or goes on with one; otherwise it is its own. */
  readonly context_id: string | null
  /** The client's messages about it, the oldest first, as A2A 1.0 writes them. */
  readonly history: readonly TaskMessage[]
  readonly state: TaskState
  readonly artifacts: Artifacts
  /** The payment or operation at the bank whose end is this task's end. */
  readonly waits_for: string | null
  /** Set when the client has asked for its end: a payment that comes to nothing then ends the task as canceled. */
  readonly cancel_requested_at: Date | null
  readonly idempotency_key: string | null
  /** Digest of skill and input: what the key stands for. */
  readonly request_hash: string
  /** The number of the task's newest event. */
  readonly seq: number
  readonly created_at: Date
  readonly updated_at: Date
}

/** `gw_task_event`: one line of a task's history, numbered without gaps from 1. */
export interface TaskEvent {
  readonly task_id: string
  readonly seq: number
  readonly type: "task" | "task.status" | "task.artifact"
  readonly state: TaskState
  readonly artifacts: Artifacts
  readonly at: Date
}

/** Whether no other event follows this one. */
export function isLast({ type, state }: TaskEvent): boolean {
  return type === "task.status" && isTerminal(state)
}
