import { appendFileSync, readFileSync } from "node:fs"

/** An `order.placed` that has reached the store's subscribers. */
export interface Announcement {
  /** The id of the order. */
  readonly id: string
  /** The id of the process that emitted it. */
  readonly server: number
  /** The attempt of the plugin during which it was emitted; Medusa's own announcements have none. */
  readonly attempt?: string
}

/** A line of the events file: the lines of all servers are in the order in which they were written. */
export type StoreEvent =
  | Announcement
  /** The database has committed or rolled back the transaction of this attempt to announce an order. */
  | { readonly ended: string }
  /** Medusa's completion of a cart has queued the announcement of this order in the memory of this process. */
  | { readonly queued: string; readonly server: number }
  /** The queued announcement of this order has been emitted or discarded. */
  | { readonly unqueued: string; readonly server: number }
  /** The chaos run is about to kill this process. */
  | { readonly killing: number }
  /** The killed process no longer exists. */
  | { readonly killed: number }

/** Whether a line of the events file is an announcement. */
export const isAnnouncement = (event: StoreEvent): event is Announcement => "id" in event

/** Adds a line to the events file. Lines of concurrent processes do not mix. */
export function writeEvent(events_file: string, event: StoreEvent): void {
  // The line break comes first, so that a line that a kill has truncated does not continue in this one.
  appendFileSync(events_file, `\n${JSON.stringify(event)}`)
}

/** The lines of the events file, without those that a kill has truncated. */
export function readEvents(events_file: string): StoreEvent[] {
  const lines = readFileSync(events_file, "utf8").split("\n")
  return lines.filter((line) => line.endsWith("}")).map((line) => JSON.parse(line) as StoreEvent)
}
