import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { cursorOf, positionIn } from "./domain/cursor"

/** Some of a list's rows, and where the next ones begin. */
export interface Page<Row> {
  readonly rows: Row[]
  /** Null on the last page. */
  readonly next_cursor: string | null
}

/** Whose rows alone a list has. */
export interface Owner {
  /** The column that says so, or the words, as an index has them before the time. */
  readonly by: string
  readonly id: string
  /** How the index goes on with the time; without it, the oldest first. */
  readonly newest?: "first"
}

/**
 * Narrows a list to an owner's rows, before it is put in order. To any of a list of one, and in the order of owners: or else
 * PostgreSQL may look for one who had much, and then stopped, among all that others have done since.
 */
export function ownedBy(found: Knex.QueryBuilder, { by, id, newest }: Owner): void {
  void found.whereRaw(`${by} = any(?)`, [[id]]).orderByRaw(`${by} ${newest ? "asc" : "desc"}`)
}

/**
 * A page of the rows a query finds, the newest by the column `time` first, by keyset. Undefined for a cursor that is not
 * ours. `ownedBy` has narrowed the query before, where the rows are of one owner.
 */
export async function newestFirst<Row extends { readonly id: string }>(
  knex: Knex,
  found: Knex.QueryBuilder,
  time: "created_at" | "updated_at" | "ordered_at" | "raised_at" | "at",
  limit: number,
  cursor?: string
): Promise<Page<Row> | undefined> {
  const after = cursor === undefined ? null : positionIn(cursor)
  if (after === undefined) return undefined
  // The time by itself, too: a list with a bound of its own would be read from there to the page.
  if (after)
    void found
      .whereRaw("?? <= ?::timestamptz", [time, after[0]])
      .whereRaw("(??, id) < (?::timestamptz, ?)", [time, ...after])
  const read = (await found
    .orderBy([
      { column: time, order: "desc" },
      { column: "id", order: "desc" },
    ])
    .limit(limit + 1)
    .select("*", knex.raw(POSITION, [time]))) as (Row & { readonly position: string })[]
  const page = read.slice(0, limit)
  const last = read.length > limit ? page.at(-1) : undefined
  return {
    rows: page.map(({ position: _, ...row }) => row as unknown as Row),
    next_cursor: last ? cursorOf([last.position, last.id]) : null,
  }
}

/** A Date of JavaScript is coarser than the column. */
const POSITION = `to_char(?? at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position`
