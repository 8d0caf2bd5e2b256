import type { Task as Row } from "../../modules/agent/models/task"
import { useList } from "./use-list"
import { useOne } from "./use-one"
import type { Wire } from "./wire"

/** A task in the list. */
export type Task = Wire<Pick<Row, "client_id" | "skill_id" | "state" | "created_at" | "updated_at">> & {
  readonly task_id: string
  readonly client_name: string | null
  readonly payment_id: string | null
  readonly error: { readonly code: string; readonly message: string } | null
}

/** A task with its input and its results. */
export interface TracedTask extends Task {
  readonly context_id: string | null
  readonly cancel_requested_at: string | null
  readonly artifacts: Readonly<Record<string, unknown>>
  readonly input: Readonly<Record<string, unknown>> | null
  readonly payment_ids: readonly string[]
  readonly states: readonly { readonly state: string; readonly at: string }[]
}

/** The filters and the sorting of the list of tasks; undefined ones have no effect. */
export type TaskQuery = Partial<Record<"q" | "state" | "skill" | "client_id" | "order", string | undefined>>

/** The tasks that match the filters. */
export const useTasks = (query: TaskQuery) => useList<Task>("/tasks", "tasks", query)

/** One task with its input and its results. */
export const useTask = (id: string) =>
  useOne<{ task: TracedTask }>(`/tasks/${id}`, undefined, { refetch_ms: 5000 })
