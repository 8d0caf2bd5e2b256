import { utcOf } from "./times"

/**
 * Where a page of a list ended that is ordered by a time and an id: opaque to clients, and no secret. The time is text
 * with microseconds, because a Date of JavaScript is coarser than the database's.
 */
export type Position = [time: string, id: string]

export function cursorOf(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url")
}

const ID = /^\w{1,100}$/

/** What `cursorOf` was given; undefined for anything else. */
export function positionIn(cursor: string): Position | undefined {
  try {
    const [time, id] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[]
    if (typeof time !== "string" || typeof id !== "string" || !ID.test(id)) return undefined
    return utcOf(time) === time ? [time, id] : undefined
  } catch {
    return undefined
  }
}
