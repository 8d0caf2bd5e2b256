import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { TaskState } from "../../domain/task"
import { newestFirst } from "../../lib/keyset-page"
import type { Task } from "./models/task"

/** The filters of a list of tasks. */
export interface TaskFilters {
  readonly client_id: string
  readonly context_id?: string
  readonly state?: TaskState
  /** RFC 3339; the bound is inclusive. */
  readonly updated_from?: string
}

/** A page of a client's tasks. */
export interface TaskPage {
  readonly tasks: Task[]
  /** Null on the last page. */
  readonly next_cursor: string | null
  /** The number of tasks on all pages. */
  readonly total: number
}

/** A page of tasks, most recently changed first. Undefined if the cursor is invalid. */
export async function listTasks(
  knex: Knex,
  filters: TaskFilters,
  limit: number,
  cursor?: string
): Promise<TaskPage | undefined> {
  const found = knex("gw_task").modify(narrow, filters)
  const [counted] = await found.clone().count({ total: "*" })
  const page = await newestFirst<Task>(knex, found, "updated_at", limit, cursor)
  return page && { tasks: page.rows, next_cursor: page.next_cursor, total: Number(counted?.total) }
}

function narrow(tasks: Knex.QueryBuilder, { client_id, context_id, state, updated_from }: TaskFilters): void {
  void tasks.where({ client_id, ...(state && { state }) })
  if (context_id) void tasks.whereRaw("coalesce(context_id, id) = ?", [context_id])
  if (updated_from) void tasks.where("updated_at", ">=", updated_from)
}
