import { Client } from "@medusajs/framework/pg"
import { eventually } from "./agent"
import { sql } from "./database"
import { world } from "./world"

/** A locked table: each statement that writes to it, or uses it at all, waits at that instruction. */
export interface HeldTable {
  /** Resolves when so many writers stand still; fails when they do not within `seconds`. */
  stopped(writers?: number, seconds?: number): Promise<void>
  /**
   * Resolves when another one has come as far as the first: it stands still at the table, too, or waits for a lock that
   * keeps it from coming there, of the database or of ours. Call when the first one stands still.
   */
  contended(): Promise<void>
  /** Lets them go on. */
  release(): Promise<void>
  /** Undoes what they were about to write: for writers whose process is dead. */
  abort(): Promise<void>
}

/** Jobs that wait to update a row do not count. Our own locks are asked for again and again, by an insert (`CartLocks`). */
const CONTENDING = `
  select 1 from pg_locks l join pg_stat_activity a using (pid)
   where not l.granted and a.datname = current_database() and a.query not ilike 'update%'
  having count(distinct l.pid) > 1
  union all
  select 1 from pg_stat_activity
   where datname = current_database() and query like 'insert into gw_cart_lock%' and query_start > $1`

/** What goes on meanwhile: reads of the table, or nothing. */
type Mode = "share" | "access exclusive"

/** Holds a table of the store's for at most a minute, should a test forget it. Reading from it goes on by default. */
export async function holdTable(table: string, mode: Mode = "share"): Promise<HeldTable> {
  const client = new Client({ connectionString: world().database_url })
  client.on("error", () => undefined)
  await client.connect()
  await client.query("set idle_in_transaction_session_timeout = '60s'")
  await client.query(`begin; lock table "${table}" in ${mode} mode`)
  const waiting = `select pid from pg_locks where not granted and relation = '"${table}"'::regclass`
  const release = () => client.end()
  return {
    stopped: async (writers = 1, seconds = 40) =>
      void (await eventually(
        async () => ((await sql(waiting)).length >= writers ? true : undefined),
        seconds
      )),
    contended: async () => {
      const [now] = await sql<{ at: Date }>("select clock_timestamp() as at")
      const others = async () => (await sql(CONTENDING, [now?.at])).length > 0 || undefined
      await eventually(others, 40)
    },
    release,
    abort: async () => {
      await sql(`select pg_terminate_backend(pid) from (${waiting}) as writers`)
      await release()
    },
  }
}

/** Makes every deletion from a table fail, until the function returned is called. */
export async function refuseDeletes(table: string): Promise<() => Promise<void>> {
  await sql(`create or replace function gw_test_undeleted() returns trigger language plpgsql as
    'begin raise exception ''not now''; end'`)
  await sql(
    `create trigger gw_test_undeleted before delete on "${table}" execute function gw_test_undeleted()`
  )
  return async () => void (await sql("drop function gw_test_undeleted cascade"))
}

/** An advisory lock of PostgreSQL; no other test of the same database holds inserts at the same time. */
const GATE = 4_711

/** Stops each insert of a row that meets a condition. The store's other tables and rows are not locked. */
export async function holdInserts(
  table: string,
  condition: string
): Promise<Pick<HeldTable, "stopped" | "release">> {
  const client = new Client({ connectionString: world().database_url })
  await client.connect()
  await client.query("select pg_advisory_lock($1)", [GATE])
  await sql(`create or replace function gw_test_held() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(${GATE}); return new; end'`)
  await sql(`create trigger gw_test_held before insert on "${table}" for each row
    when (${condition}) execute function gw_test_held()`)
  const waiting = `select pid from pg_locks where not granted and locktype = 'advisory' and objid = ${GATE}`
  return {
    stopped: async (writers = 1, seconds = 40) =>
      void (await eventually(
        async () => ((await sql(waiting)).length >= writers ? true : undefined),
        seconds
      )),
    release: async () => {
      await client.end()
      await sql("drop function gw_test_held cascade")
    },
  }
}

/** Resolves when a statement that names the table waits for a row that another transaction has locked. */
export async function untilBlockedAt(table: string): Promise<void> {
  const blocked = `select 1 from pg_stat_activity where datname = current_database()
    and cardinality(pg_blocking_pids(pid)) > 0 and query ilike '%"' || $1 || '"%'`
  await eventually(async () => ((await sql(blocked, [table])).length ? true : undefined), 40)
}
