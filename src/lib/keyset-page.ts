import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { cursorOf, positionIn } from "../domain/cursor"

/** A page of a list. */
export interface Page<Row> {
  readonly rows: Row[]
  /** Null on the last page. */
  readonly next_cursor: string | null
}

/** Restricts a list to the rows of one owner. */
export interface Owner {
  /** The column or expression of the owner, as in the index before the time. */
  readonly by: string
  readonly id: string
  /** Set if the time is descending in the index. */
  readonly newest?: "first"
}

/**
 * Restricts a query to an owner's rows, before it is sorted. The `any` condition and the sorting by owner make
 * PostgreSQL use the owner's index. Otherwise it may scan all newer rows of other owners.
 */
export function ownedBy(found: Knex.QueryBuilder, { by, id, newest }: Owner): void {
  void found.whereRaw(`${by} = any(?)`, [[id]]).orderByRaw(`${by} ${newest ? "asc" : "desc"}`)
}

/**
 * A keyset page of a query's rows, newest first by the column `time`. Undefined if the cursor is invalid. Call
 * `ownedBy` first if the rows belong to one owner.
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
  // The condition on the time alone limits the scan, so that rows before the page are not read.
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

/**
 * Reads all pages of a list, one after the other. A row that is deleted meanwhile ends nothing, and only one page is in
 * memory.
 */
export async function* allPages<Row>(
  read: (cursor: string | undefined) => Promise<Page<Row> | undefined>
): AsyncGenerator<Row[], void> {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await read(cursor)
    if (!page) throw new Error("a list rejected its own cursor")
    yield page.rows
    cursor = page.next_cursor
  }
}

/** Keeps microseconds, because a JavaScript Date is less precise. */
const POSITION = `to_char(?? at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position`
