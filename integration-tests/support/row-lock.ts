import { Client } from "@medusajs/framework/pg"
import { eventually } from "./agent"
import { sql } from "./database"
import { world } from "./world"

/** A row that the test has changed in a transaction that is still open. */
export interface LockedRow {
  /** Resolves when a statement of the store, or this many, wait for the row, also behind each other. */
  stopped(statements?: number): Promise<void>
  /** Commits the change, so that the waiting statement continues. */
  commit(): Promise<void>
}

/** Changes a row without committing, for at most three minutes in case a test does not commit. */
export async function lockChangedRow(update: string, bindings: readonly unknown[]): Promise<LockedRow> {
  const client = new Client({ connectionString: world().database_url })
  client.on("error", () => undefined)
  await client.connect()
  await client.query("set idle_in_transaction_session_timeout = '180s'")
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid")
  await client.query("begin")
  await client.query(update, [...bindings])
  return {
    stopped: async (statements = 1) =>
      void (await eventually(async () => (await sql(WAITING, [rows[0]?.pid, statements]))[0])),
    commit: async () => {
      await client.query("commit")
      await client.end()
    },
  }
}

const WAITING = `
  with recursive waiting as (
    select pid from pg_stat_activity where $1::int = any(pg_blocking_pids(pid))
    union
    select behind.pid from pg_stat_activity behind join waiting w on w.pid = any(pg_blocking_pids(behind.pid)))
  select 1 from waiting having count(*) >= $2`
