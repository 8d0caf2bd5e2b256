import { utcOf } from "./times"

/**
 * The end of a page in a list ordered by time and id. Cursors are opaque to clients, but not secret. The time
 * is text with microseconds, because a JavaScript Date is less precise than PostgreSQL.
 */
export type Position = [time: string, id: string]

/** The cursor for a position, in base64url. */
export function cursorOf(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url")
}

const ID = /^\w{1,100}$/

/** Decodes a cursor of `cursorOf`. Undefined if it is invalid. */
export function positionIn(cursor: string): Position | undefined {
  try {
    const [time, id] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[]
    if (typeof time !== "string" || typeof id !== "string" || !ID.test(id)) return undefined
    return utcOf(time) === time ? [time, id] : undefined
  } catch {
    return undefined
  }
}
