import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { Announcements } from "./announcements"
import { type TaskEvent, isLast } from "./models/task"

/** How long news may be late that no announcement has told of. */
const POLL_MS = 1000

/** The most events a reader is given at a time, and thus the most that are kept for one that does not read on. */
const AT_ONCE = 20

/** One reader of a task's events. */
interface Reader {
  readonly task_id: string
  /** The number of the last event it was given. */
  seq: number
  /** Whether there may be events it was not given. */
  behind: boolean
  /** Set while it waits. */
  take?: (events: readonly TaskEvent[]) => void
}

/**
 * Follows tasks for any number of readers with one statement for all that have something to get: when the database
 * announces new events, and each second in any case.
 */
export class TaskTails {
  private readonly readers = new Set<Reader>()
  private readonly announcements: Announcements
  private poll: NodeJS.Timeout | undefined
  private loading = false

  constructor(private readonly knex: Knex) {
    this.announcements = new Announcements(knex, "gw_task_event", {
      heard: (task_ids) => this.stir(new Set(task_ids.split(" "))),
      listening: () => this.stir(),
    })
  }

  /**
   * A task's events after number `after` in their order, those there are and those to come. Ends after the terminal
   * one, and when `signal` aborts. Other instances' events come just as well.
   */
  async *tail(task_id: string, after: number, signal: AbortSignal): AsyncGenerator<TaskEvent, void> {
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

  /** Stops listening, when the store stops. */
  close(): void {
    this.announcements.close()
  }

  private enter(reader: Reader): void {
    this.announcements.open()
    this.readers.add(reader)
    this.poll ??= setInterval(() => this.stir(), POLL_MS)
  }

  private leave(reader: Reader): void {
    this.readers.delete(reader)
    if (this.readers.size) return
    clearInterval(this.poll)
    this.poll = undefined
  }

  /** What is new for a reader, once there is something. */
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

  /** There may be something new for readers of these tasks, or of any. */
  private stir(task_ids?: ReadonlySet<string>): void {
    for (const reader of this.readers) if (!task_ids || task_ids.has(reader.task_id)) reader.behind = true
    void this.load()
  }

  /** One load at a time: those who come meanwhile share the next. */
  private async load(): Promise<void> {
    if (this.loading) return
    this.loading = true
    // What is asked for in the same turn of the event loop is asked for at once.
    await new Promise(setImmediate)
    try {
      for (let due = this.due(); due.length; due = this.due()) await this.give(due)
    } catch {
      // The database is away. Who waits is still behind, and the poll asks again.
    } finally {
      this.loading = false
    }
  }

  private due(): Reader[] {
    return [...this.readers].filter(({ behind, take }) => behind && take)
  }

  private async give(due: readonly Reader[]): Promise<void> {
    // Before the statement: what is announced while it runs it may not have seen.
    for (const reader of due) reader.behind = false
    try {
      const news = await this.newsFor(due)
      due.forEach((reader, index) => {
        const events = news.get(index) ?? []
        if (events.length === AT_ONCE) reader.behind = true
        if (events.length) reader.take?.(events)
      })
    } catch (error) {
      for (const reader of due) reader.behind = true
      throw error
    }
  }

  /** The next events of each reader that has any, by the reader's place in the list. */
  private async newsFor(readers: readonly Reader[]): Promise<Map<number, TaskEvent[]>> {
    const { rows } = await this.knex.raw<{ rows: (TaskEvent & { place: number })[] }>(NEWS, [
      readers.map(({ task_id }) => task_id),
      readers.map(({ seq }) => seq),
    ])
    const news = new Map<number, TaskEvent[]>()
    for (const { place, ...event } of rows) {
      const events = news.get(place - 1)
      if (events) events.push(event)
      else news.set(place - 1, [event])
    }
    return news
  }
}

const NEWS = `
  select reader.place::integer, event.*
  from unnest(?::text[], ?::integer[]) with ordinality as reader (task_id, seq, place)
  cross join lateral (
    select * from gw_task_event where task_id = reader.task_id and seq > reader.seq order by seq limit ${AT_ONCE}
  ) event
  order by reader.place, event.seq`
