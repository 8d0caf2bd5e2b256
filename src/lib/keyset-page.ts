import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { cursorOf, isTime, valuesIn } from "../domain/cursor"

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
  /** Set if the columns after the owner are descending in the index. */
  readonly newest?: "first"
}

/**
 * Restricts a query to an owner's rows, before it is sorted. The `any` condition and the sorting by owner make
 * PostgreSQL use the owner's index. Otherwise it may scan all newer rows of other owners. The direction of the owner
 * follows that of the page, because an index is read in one direction.
 */
export function ownedBy(found: Knex.QueryBuilder, { by, id, newest }: Owner, is_ascending = false): void {
  const isForward = newest ? !is_ascending : is_ascending
  void found.whereRaw(`${by} = any(?)`, [[id]]).orderByRaw(`${by} ${isForward ? "asc" : "desc"}`)
}

/** A column by which a list is sorted, and the type of its values. */
export interface SortColumn {
  readonly name: string
  readonly type: "timestamptz" | "bigint" | "text"
}

/** How a list is sorted: by these columns, then by id, all in the same direction. */
export interface Sorting {
  readonly by: readonly SortColumn[]
  readonly is_ascending: boolean
}

/** A field by which a list is sorted, such as `amount`, or `-amount` for the highest first. */
export type OrderBy<Field extends string> = Field | `-${Field}`

/** How a list is sorted by a field. `fields` has the columns of each field. */
export function sortingBy<Field extends string>(
  fields: Readonly<Record<Field, readonly SortColumn[]>>,
  order: OrderBy<Field>
): Sorting {
  return { by: fields[order.replace(/^-/, "") as Field], is_ascending: !order.startsWith("-") }
}

/** The columns of a time. */
export const byTime = (name: string): readonly SortColumn[] => [{ name, type: "timestamptz" }]

/** The columns of an amount: amounts in different currencies cannot be compared, so each currency is sorted by itself. */
export const BY_AMOUNT: readonly SortColumn[] = [
  { name: "currency", type: "text" },
  { name: "amount", type: "bigint" },
]

/**
 * A keyset page of a query's rows, newest first by the column `time`. Undefined if the cursor is invalid. Call
 * `ownedBy` first if the rows belong to one owner.
 */
export function newestFirst<Row extends { readonly id: string }>(
  knex: Knex,
  found: Knex.QueryBuilder,
  time: "created_at" | "updated_at" | "ordered_at" | "raised_at" | "at",
  limit: number,
  cursor?: string
): Promise<Page<Row> | undefined> {
  return sortedPage(knex, found, { by: byTime(time), is_ascending: false }, limit, cursor)
}

/**
 * A keyset page of a query's rows. No sorted column may be null. Undefined if the cursor is not from a list that is sorted
 * by these columns. Call `ownedBy` first if the rows belong to one owner.
 */
export async function sortedPage<Row extends { readonly id: string }>(
  knex: Knex,
  found: Knex.QueryBuilder,
  { by, is_ascending }: Sorting,
  limit: number,
  cursor?: string
): Promise<Page<Row> | undefined> {
  const after = cursor === undefined ? null : positionAmong(by, cursor)
  if (after === undefined) return undefined
  const [first] = by
  // The condition on the first column alone limits the scan, so that rows before the page are not read.
  if (after && first)
    void found
      .whereRaw(`?? ${is_ascending ? ">=" : "<="} ?::${first.type}`, [first.name, String(after[0])])
      .whereRaw(`(${by.map(() => "??").join()}, id) ${is_ascending ? ">" : "<"} (${typesOf(by)}, ?)`, [
        ...by.map(({ name }) => name),
        ...after,
      ])
  const direction = is_ascending ? "asc" : "desc"
  const position = by.map(({ type }) => (type === "timestamptz" ? MICROSECONDS : "??::text")).join()
  const read = (await found
    .orderBy([...by.map(({ name }) => name), "id"].map((column) => ({ column, order: direction })))
    .limit(limit + 1)
    .select(
      "*",
      knex.raw(
        `array[${position}] as position`,
        by.map(({ name }) => name)
      )
    )) as (Row & { readonly position: string[] })[]
  const page = read.slice(0, limit)
  const last = read.length > limit ? page.at(-1) : undefined
  return {
    rows: page.map(({ position: _, ...row }) => row as unknown as Row),
    next_cursor: last ? cursorOf([...last.position, last.id]) : null,
  }
}

const typesOf = (by: readonly SortColumn[]) => by.map(({ type }) => `?::${type}`).join()

/** The values and the id in a cursor of a list that is sorted by these columns. Undefined if it is invalid. */
function positionAmong(by: readonly SortColumn[], cursor: string): string[] | undefined {
  const values = valuesIn(cursor)
  if (values?.length !== by.length + 1) return undefined
  return by.every(({ type }, place) => HAS_TYPE[type](String(values[place]))) ? values : undefined
}

const HAS_TYPE: Record<SortColumn["type"], (text: string) => boolean> = {
  timestamptz: isTime,
  bigint: (text) => /^-?\d{1,18}$/.test(text),
  text: () => true,
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
const MICROSECONDS = `to_char(?? at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
