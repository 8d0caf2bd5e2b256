import { setTimeout as sleep } from "node:timers/promises"
import type { OwnConnection } from "../own-connection"

/** A row of a query's result. */
export type Row = Record<string, unknown>

/** Runs the statements of a migration. */
export interface Session {
  /** The index option `concurrently`; empty if no other connection can see the table yet. */
  readonly concurrently: "concurrently" | ""
  /** Runs a short statement that locks rows or a table. */
  brief(sql: string): Promise<Row[]>
  /** Runs a statement that may take hours and blocks no other statement. */
  long(sql: string): Promise<Row[]>
}

/** Later statements queue behind a statement that waits for a lock. So it gives up after this time and retries. */
const LOCK_WAIT_MS = 200
/** The longest time for a brief statement, including its wait, and so the longest delay of live traffic. */
const BRIEF_MS = 700

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 2000
/** About ten minutes in total. */
const ATTEMPTS = 300

/** PostgreSQL's error codes for lock not available, statement timeout and deadlock. */
const CONTENDED = ["55P03", "57014", "40P01"]

/** Runs beside live traffic on its own connection. Each statement is committed by itself. */
export class LiveSession implements Session {
  readonly concurrently = "concurrently"

  constructor(private readonly connection: OwnConnection) {}

  async brief(sql: string): Promise<Row[]> {
    let pause = FIRST_PAUSE_MS
    for (let attempt = 1; ; attempt++) {
      try {
        await this.bound(LOCK_WAIT_MS, BRIEF_MS)
        return (await this.connection.query<Row>(sql)).rows
      } catch (error) {
        if (!CONTENDED.includes((error as { code?: string }).code ?? "")) throw error
        if (attempt === ATTEMPTS) throw stalled(sql, error)
      }
      await sleep(pause)
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
    }
  }

  async long(sql: string): Promise<Row[]> {
    await this.bound(0, 0)
    return (await this.connection.query<Row>(sql)).rows
  }

  private async bound(lock_ms: number, statement_ms: number): Promise<void> {
    await this.connection.query(`set lock_timeout = ${lock_ms}; set statement_timeout = ${statement_ms}`)
  }
}

/** Runs inside the transaction that creates the tables. No other connection can see them, so nothing is blocked. */
export class NewTablesSession implements Session {
  readonly concurrently = ""

  constructor(private readonly execute: (sql: string) => Promise<Row[]>) {}

  brief(sql: string): Promise<Row[]> {
    return this.execute(sql)
  }

  long(sql: string): Promise<Row[]> {
    return this.execute(sql)
  }
}

function stalled(sql: string, cause: unknown): Error {
  const message =
    `Other transactions have blocked this statement for ten minutes: ${sql.trim().slice(0, 200)}. ` +
    "End them (pg_stat_activity lists them), then run `npx medusa db:migrate` again: it continues from here."
  return new Error(message, { cause })
}
