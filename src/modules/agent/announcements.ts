import { setTimeout as sleep } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { openConnection } from "../../own-connection"

/** Who hears what is announced. */
export interface Hearer {
  heard(payload: string): void
  /** From now on all is heard; what was announced before may have been missed. */
  listening(): void
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000

/**
 * One channel of PostgreSQL's LISTEN, on one connection of its own. A connection that is lost is made again, after
 * pauses that grow. What it hears is a hint: some is lost with a connection, and all of it behind a pooler that lends
 * connections for one transaction.
 */
export class Announcements {
  private ended: AbortController | undefined

  constructor(
    private readonly knex: Knex,
    private readonly channel: string,
    private readonly hearer: Hearer
  ) {}

  /** Listens from now on; does nothing when it does already. */
  open(): void {
    if (this.ended) return
    this.ended = new AbortController()
    void this.keepListening(this.ended.signal)
  }

  /** Gives the connection up. */
  close(): void {
    this.ended?.abort()
    this.ended = undefined
  }

  private async keepListening(ended: AbortSignal): Promise<void> {
    let pause = FIRST_PAUSE_MS
    while (!ended.aborted) {
      const heard = await this.listen(ended).catch(() => false)
      pause = heard ? FIRST_PAUSE_MS : Math.min(2 * pause, LONGEST_PAUSE_MS)
      await sleep(pause, undefined, { signal: ended, ref: false }).catch(() => undefined)
    }
  }

  /** True when it has listened until the connection went; throws when it could not. */
  private async listen(ended: AbortSignal): Promise<true> {
    const connection = await openConnection(this.knex)
    const end = () => void connection.end().catch(() => undefined)
    const gone = new Promise<true>((resolve) => connection.once("end", () => resolve(true)))
    // An error is followed by the end, and unheard would take the process down.
    connection.on("error", () => undefined)
    connection.on("notification", ({ payload }) => this.hearer.heard(payload ?? ""))
    ended.addEventListener("abort", end, { once: true })
    try {
      await connection.query(`listen ${this.channel}`)
      connection.unref()
      this.hearer.listening()
      if (!ended.aborted) return await gone
      return true
    } finally {
      ended.removeEventListener("abort", end)
      end()
    }
  }
}
