import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type OwnConnection, openConnection } from "./own-connection"

/** Renews a lease; every statement goes through the database handle it is given. */
type Beat = (db: Knex) => PromiseLike<unknown>

/** A beat that waits for a lock fails after so long: the leases behind it run out in 10 seconds. */
const LOCK_WAIT_MS = 250

/** A connection that does not answer for so long is given up. */
const ANSWER_MS = 2500

const connections = new WeakMap<Knex, HeartbeatConnection>()

/**
 * Repeats a sign of life while something is held, for others to see that its holder lives. Call the answer when it is
 * over. All beats of a process share one connection that nothing else uses, so a lease is renewed while the store's pool is
 * exhausted. A beat that fails is not missed: the next one tries again, and whatever runs out is safe.
 */
export function heartbeat(knex: Knex, everySeconds: number, beat: Beat): () => void {
  let isOver = false
  let isWaiting = false
  const send = async () => {
    if (isWaiting) return
    isWaiting = true
    await connectionBeside(knex).send(beat, () => !isOver)
    isWaiting = false
  }
  const timer = setInterval(() => void send(), everySeconds * 1000)
  return () => {
    isOver = true
    clearInterval(timer)
  }
}

/** Ends the connection of the heartbeats, when the store stops. A beat that comes later opens it again. */
export function closeHeartbeats(knex: Knex): void {
  connections.get(knex)?.close()
}

function connectionBeside(knex: Knex): HeartbeatConnection {
  const connection = connections.get(knex) ?? new HeartbeatConnection(knex)
  connections.set(knex, connection)
  return connection
}

/** One connection for all beats of a process, opened by the first beat, and by the next one after it was lost. */
class HeartbeatConnection {
  private opened: Promise<OwnConnection> | undefined
  private last: Promise<void> = Promise.resolve()

  constructor(private readonly knex: Knex) {}

  /** Resolves when the beat was sent or has failed; beats are sent one after the other, if they are still `wanted` then. */
  send(beat: Beat, wanted: () => boolean): Promise<void> {
    this.last = this.last.then(() => (wanted() ? this.run(beat) : undefined)).catch(() => undefined)
    return this.last
  }

  close(): void {
    void this.opened?.then(end, () => undefined)
    this.opened = undefined
  }

  private async run(beat: Beat): Promise<void> {
    const connection = await (this.opened ??= this.open())
    const silence = setTimeout(() => this.close(), ANSWER_MS)
    try {
      await this.knex.transaction((trx) => bounded(trx, beat), { connection })
    } finally {
      clearTimeout(silence)
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

/** The bounds hold for one transaction, because a pooler may lend the same session to others. */
async function bounded(trx: Knex.Transaction, beat: Beat): Promise<void> {
  await trx.raw(
    `select set_config('lock_timeout', '${LOCK_WAIT_MS}', true), set_config('statement_timeout', '${ANSWER_MS}', true)`
  )
  await beat(trx)
}

function end(connection: OwnConnection): void {
  void connection.end().catch(() => undefined)
}
