import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type OwnConnection, openConnection } from "./own-connection"

/** Renews a lease. All its statements must use the given database handle. */
type Renewal = (db: Knex) => PromiseLike<unknown>

/** How long a renewal may wait for a lock. Leases expire after 10 seconds. */
const LOCK_WAIT_MS = 250

/** How long the connection may take to respond before it is closed. */
const ANSWER_MS = 2500

/**
 * How long a lease is renewed at most: longer than any call with all its retries. What never ends, such as a call whose
 * connection was lost unnoticed, then counts as interrupted, like the work of a process that was paused or killed.
 */
const LONGEST_MS = 15 * 60_000

const connections = new WeakMap<Knex, HeartbeatConnection>()

/**
 * Calls `renew` every `everySeconds` seconds to renew a lease. Call the returned function to stop. All heartbeats
 * of a process share a dedicated connection, so that leases are renewed even if the store's pool is exhausted.
 * If a renewal fails, the next one retries; an expired lease does no harm. The renewals end by themselves after
 * `LONGEST_MS`.
 */
export function heartbeat(knex: Knex, everySeconds: number, renew: Renewal): () => void {
  let isOver = false
  let isWaiting = false
  const send = async () => {
    if (isWaiting) return
    isWaiting = true
    await connectionOf(knex).send(renew, () => !isOver)
    isWaiting = false
  }
  const timer = setInterval(() => void send(), everySeconds * 1000)
  const stop = () => {
    isOver = true
    clearInterval(timer)
    clearTimeout(longest)
  }
  const longest = setTimeout(stop, LONGEST_MS).unref()
  return stop
}

/** Closes the connection of the heartbeats at shutdown. A later heartbeat opens it again. */
export function closeHeartbeats(knex: Knex): void {
  connections.get(knex)?.close()
}

function connectionOf(knex: Knex): HeartbeatConnection {
  const connection = connections.get(knex) ?? new HeartbeatConnection(knex)
  connections.set(knex, connection)
  return connection
}

/** The connection of all heartbeats of a process. The next heartbeat reopens a lost connection. */
class HeartbeatConnection {
  private opened: Promise<OwnConnection> | undefined
  private last: Promise<void> = Promise.resolve()

  constructor(private readonly knex: Knex) {}

  /** Resolves when the renewal has run or failed. Renewals run one after the other, and only if still `wanted`. */
  send(renew: Renewal, wanted: () => boolean): Promise<void> {
    this.last = this.last.then(() => (wanted() ? this.run(renew) : undefined)).catch(() => undefined)
    return this.last
  }

  close(): void {
    void this.opened?.then(end, () => undefined)
    this.opened = undefined
  }

  private async run(renew: Renewal): Promise<void> {
    const connection = await (this.opened ??= this.open())
    const timeout = setTimeout(() => this.close(), ANSWER_MS)
    try {
      await this.knex.transaction((trx) => bounded(trx, renew), { connection })
    } finally {
      clearTimeout(timeout)
    }
  }

  private open(): Promise<OwnConnection> {
    const forget = () => {
      if (this.opened === opened) this.opened = undefined
    }
    const opened = openConnection(this.knex).then((connection) => {
      connection.unref()
      connection.once("end", forget)
      return connection
    })
    opened.catch(forget)
    return opened
  }
}

/** The timeouts are set per transaction, because a pooler may share the session. */
async function bounded(trx: Knex.Transaction, renew: Renewal): Promise<void> {
  await trx.raw(
    `select set_config('lock_timeout', '${LOCK_WAIT_MS}', true), set_config('statement_timeout', '${ANSWER_MS}', true)`
  )
  await renew(trx)
}

function end(connection: OwnConnection): void {
  void connection.end().catch(() => undefined)
}
