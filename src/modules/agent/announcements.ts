import { setTimeout as sleep } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { openConnection } from "../../lib/own-connection"

/** Receives the notifications of a channel. */
export interface Listener {
  onNotification(payload: string): void
  /** Called when listening starts. Notifications sent before may have been missed. */
  onListening(): void
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000

/**
 * Listens to a PostgreSQL channel (LISTEN) on a dedicated connection. A lost connection is reopened after
 * growing pauses. Notifications are hints only: some are lost with a connection, and all of them behind a
 * transaction pooler.
 */
export class Announcements {
  private ended: AbortController | undefined

  constructor(
    private readonly knex: Knex,
    private readonly channel: string,
    private readonly listener: Listener
  ) {}

  /** Starts listening. Does nothing if already listening. */
  open(): void {
    if (this.ended) return
    this.ended = new AbortController()
    void this.keepListening(this.ended.signal)
  }

  /** Closes the connection. */
  close(): void {
    this.ended?.abort()
    this.ended = undefined
  }

  private async keepListening(ended: AbortSignal): Promise<void> {
    let pause = FIRST_PAUSE_MS
    while (!ended.aborted) {
      const hasListened = await this.listen(ended).catch(() => false)
      pause = hasListened ? FIRST_PAUSE_MS : Math.min(2 * pause, LONGEST_PAUSE_MS)
      await sleep(pause, undefined, { signal: ended, ref: false }).catch(() => undefined)
    }
  }

  /** Listens until the connection ends, then returns true. Throws if listening could not start. */
  private async listen(ended: AbortSignal): Promise<true> {
    const connection = await openConnection(this.knex)
    const end = () => void connection.end().catch(() => undefined)
    const gone = new Promise<true>((resolve) => connection.once("end", () => resolve(true)))
    // An error is always followed by `end`. Without a listener, an error event would crash the process.
    connection.on("error", () => undefined)
    connection.on("notification", ({ payload }) => this.listener.onNotification(payload ?? ""))
    ended.addEventListener("abort", end, { once: true })
    try {
      await connection.query(`listen ${this.channel}`)
      connection.unref()
      this.listener.onListening()
      if (!ended.aborted) return await gone
      return true
    } finally {
      ended.removeEventListener("abort", end)
      end()
    }
  }
}
