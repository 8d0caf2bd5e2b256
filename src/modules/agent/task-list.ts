import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { cursorOf, positionIn } from "../../domain/cursor"
import type { TaskState } from "../../domain/task"
import type { Task } from "./models/task"

/** What a list of tasks is narrowed to. */
export interface TaskFilters {
  readonly client_id: string
  readonly context_id?: string
  readonly state?: TaskState
  /** RFC 3339; the bound is included. */
  readonly updated_from?: string
}

export interface TaskPage {
  readonly tasks: Task[]
  /** Null on the last page. */
  readonly next_cursor: string | null
  /** How many there are on all pages. */
  readonly total: number
}

type Row = Task & { readonly position: string }

/** A page of tasks, the newest state first, by keyset. Undefined for a cursor that is not ours. */
export async function listTasks(
  knex: Knex,
  filters: TaskFilters,
  limit: number,
  cursor?: string
): Promise<TaskPage | undefined> {
  const after = cursor === undefined ? null : positionIn(cursor)
  if (after === undefined) return undefined
  const found = knex<Task>("gw_task").modify(narrow, filters)
  const [counted] = await found.clone().count({ total: "*" })
  const rows: Row[] = await found
    .modify((page) => {
      if (after) void page.whereRaw("(updated_at, id) < (?::timestamptz, ?)", after)
    })
    .orderBy([
      { column: "updated_at", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .limit(limit + 1)
    // A Date of JavaScript is coarser than the column.
    .select("*", knex.raw(`to_char(updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') position`))
  const tasks = rows.slice(0, limit)
  const last = rows.length > limit ? tasks.at(-1) : undefined
  return {
    tasks,
    next_cursor: last ? cursorOf([last.position, last.id]) : null,
    total: Number(counted?.total),
  }
}

function narrow(tasks: Knex.QueryBuilder, { client_id, context_id, state, updated_from }: TaskFilters): void {
  void tasks.where({ client_id, ...(state && { state }) })
  if (context_id) void tasks.whereRaw("coalesce(context_id, id) = ?", [context_id])
  if (updated_from) void tasks.where("updated_at", ">=", updated_from)
}
