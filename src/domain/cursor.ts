import { utcOf } from "./times"

/**
 * The end of a page in a list ordered by time and id. Cursors are opaque to clients, but not secret. The time
 * is text with microseconds, because a JavaScript Date is less precise than PostgreSQL.
 */
export type Position = [time: string, id: string]

/** The cursor for the end of a page: the values by which its list is sorted, then the id; in base64url. */
export function cursorOf(position: readonly string[]): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url")
}

const ID = /^\w{1,100}$/

/** Decodes a cursor of `cursorOf` for a list that is sorted in any way. Undefined if it is invalid. */
export function valuesIn(cursor: string): string[] | undefined {
  try {
    const values = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown
    return Array.isArray(values) && values.every(isText) && ID.test(values.at(-1) ?? "") ? values : undefined
  } catch {
    return undefined
  }
}

/** PostgreSQL's text cannot contain a NUL. */
const isText = (value: unknown): value is string => typeof value === "string" && !value.includes("\0")

/** Whether a text is a time as in a cursor. */
export const isTime = (text: string): boolean => utcOf(text) === text

/** Decodes a cursor of `cursorOf` for a list that is sorted by time. Undefined if it is invalid. */
export function positionIn(cursor: string): Position | undefined {
  const values = valuesIn(cursor)
  if (values?.length !== 2) return undefined
  const [time, id] = values as Position
  return isTime(time) ? [time, id] : undefined
}
