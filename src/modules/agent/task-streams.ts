import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { Announcements } from "./announcements"
import { type TaskEvent, isLast } from "./models/task"

/** The poll interval, and so the longest delay of an event whose announcement was lost. */
const POLL_MS = 1000

/** The maximum number of events delivered to a reader at a time, and so buffered for a slow reader. */
const AT_ONCE = 20

/** A reader of a task's events. */
interface Reader {
  readonly task_id: string
  /** The number of the last delivered event. */
  seq: number
  /** Whether there may be undelivered events. */
  behind: boolean
  /** Set while the reader waits. */
  take?: (events: readonly TaskEvent[]) => void
}

/**
 * Streams task events to any number of readers. One statement reads the events for all readers, whenever the
 * database announces new events and at least every second.
 */
export class TaskStreams {
  private readonly readers = new Set<Reader>()
  private readonly announcements: Announcements
  private poll: NodeJS.Timeout | undefined
  private loading = false

  constructor(private readonly knex: Knex) {
    this.announcements = new Announcements(knex, "gw_task_event", {
      onNotification: (task_ids) => this.notify(new Set(task_ids.split(" "))),
      onListening: () => this.notify(),
    })
  }

  /**
   * Yields the events of a task after number `after`, first the stored ones, then new ones from any instance.
   * Ends after the terminal event or when `signal` aborts.
   */
  async *open(task_id: string, after: number, signal: AbortSignal): AsyncGenerator<TaskEvent, void> {
    const reader: Reader = { task_id, seq: after, behind: true }
    const leave = () => reader.take?.([])
    this.enter(reader)
    signal.addEventListener("abort", leave)
    try {
      while (!signal.aborted) {
        for (const event of await this.next(reader)) {
          yield event
          if (isLast(event)) return
        }
      }
    } finally {
      signal.removeEventListener("abort", leave)
      this.leave(reader)
    }
  }

  /** Stops listening at shutdown. */
  close(): void {
    this.announcements.close()
  }

  private enter(reader: Reader): void {
    this.announcements.open()
    this.readers.add(reader)
    this.poll ??= setInterval(() => this.notify(), POLL_MS)
  }

  private leave(reader: Reader): void {
    this.readers.delete(reader)
    if (this.readers.size) return
    clearInterval(this.poll)
    this.poll = undefined
  }

  /** The next events of a reader, as soon as there are any. */
  private next(reader: Reader): Promise<readonly TaskEvent[]> {
    return new Promise((resolve) => {
      reader.take = (events) => {
        reader.take = undefined
        reader.seq = events.at(-1)?.seq ?? reader.seq
        resolve(events)
      }
      if (reader.behind) void this.load()
    })
  }

  /** Marks the readers of these tasks, or all readers, as possibly having new events, and loads them. */
  private notify(task_ids?: ReadonlySet<string>): void {
    for (const reader of this.readers) if (!task_ids || task_ids.has(reader.task_id)) reader.behind = true
    void this.load()
  }

  /** Only one load runs at a time. Readers that arrive meanwhile are served by the next one. */
  private async load(): Promise<void> {
    if (this.loading) return
    this.loading = true
    // Requests from the same turn of the event loop share one statement.
    await new Promise(setImmediate)
    try {
      for (let due = this.due(); due.length; due = this.due()) await this.deliver(due)
    } catch {
      // The database is unavailable. The readers stay marked, and the next poll retries.
    } finally {
      this.loading = false
    }
  }

  private due(): Reader[] {
    return [...this.readers].filter(({ behind, take }) => behind && take)
  }

  private async deliver(due: readonly Reader[]): Promise<void> {
    // Cleared before the query, which may not see events that are announced while it runs.
    for (const reader of due) reader.behind = false
    try {
      const new_events = await this.newEventsOf(due)
      due.forEach((reader, index) => {
        const events = new_events.get(index) ?? []
        if (events.length === AT_ONCE) reader.behind = true
        if (events.length) reader.take?.(events)
      })
    } catch (error) {
      for (const reader of due) reader.behind = true
      throw error
    }
  }

  /** The next events of each reader that has any, by the reader's index. */
  private async newEventsOf(readers: readonly Reader[]): Promise<Map<number, TaskEvent[]>> {
    const { rows } = await this.knex.raw<{ rows: (TaskEvent & { reader_number: number })[] }>(NEW_EVENTS, [
      readers.map(({ task_id }) => task_id),
      readers.map(({ seq }) => seq),
    ])
    const new_events = new Map<number, TaskEvent[]>()
    for (const { reader_number, ...event } of rows) {
      const events = new_events.get(reader_number - 1)
      if (events) events.push(event)
      else new_events.set(reader_number - 1, [event])
    }
    return new_events
  }
}

const NEW_EVENTS = `
  select reader.reader_number::integer, event.*
  from unnest(?::text[], ?::integer[]) with ordinality as reader (task_id, seq, reader_number)
  cross join lateral (
    select * from gw_task_event where task_id = reader.task_id and seq > reader.seq order by seq limit ${AT_ONCE}
  ) event
  order by reader.reader_number, event.seq`
