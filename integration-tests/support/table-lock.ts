import { Client } from "@medusajs/framework/pg"
import { eventually } from "./agent"
import { sql } from "./database"
import { world } from "./world"

/** A locked table. Each statement that writes to it (or uses it at all, depending on the mode) waits. */
export interface TableLock {
  /** Resolves when this many writers wait at the table, or for a row of such a writer; fails after `seconds`. */
  stopped(writers?: number, seconds?: number): Promise<void>
  /**
   * Resolves when another call is as far as the first: it waits at the same table, or for another lock, of the
   * database or of the gateway, that precedes it. Call this when the first one waits.
   */
  contended(): Promise<void>
  /** Releases the table, so that the writers continue. */
  release(): Promise<void>
  /** Ends the waiting writers' transactions, for writers whose process is dead. */
  abort(): Promise<void>
}

/**
 * Updates are ignored, because jobs may wait to update a row. The gateway's own locks (`CartLocks`) are polled
 * by an insert.
 */
const CONTENDING = `
  select 1 from pg_locks l join pg_stat_activity a using (pid)
   where not l.granted and a.datname = current_database() and a.query not ilike 'update%'
  having count(distinct l.pid) > 1
  union all
  select 1 from pg_stat_activity
   where datname = current_database() and query like 'insert into gw_cart_lock%' and query_start > $1`

/** What stays possible meanwhile: reads, or nothing. */
type Mode = "share" | "access exclusive"

/** What a test holds, and how to see who waits for it. */
interface Hold {
  /** Selects the `pid` of each writer that waits. */
  readonly waiting: string
  contended(): Promise<void>
  release(): Promise<void>
}

function holding({ waiting, contended, release }: Hold): TableLock {
  return {
    contended,
    release,
    stopped: async (writers = 1, seconds?: number) => {
      await eventually(async () => (await sql(waiting)).length >= writers || undefined, seconds)
    },
    abort: async () => {
      await sql(`select pg_terminate_backend(pid) from (${waiting}) as writers`)
      await release()
    },
  }
}

/** A connection that keeps locks. */
interface Keeper {
  readonly client: Client
  /** Ends the connection and with it the locks. Throws if they were lost before, because then nothing was held. */
  end(): Promise<void>
}

async function openKeeper(): Promise<Keeper> {
  const client = new Client({ connectionString: world().database_url })
  let lost: Error | undefined
  client.on("error", (error) => (lost = error))
  await client.connect()
  return {
    client,
    end: async () => {
      await client.end()
      if (lost) throw new Error("The lock was lost before it was released.", { cause: lost })
    },
  }
}

/**
 * Locks a table of the store, for at most three minutes in case a test does not release it. Reads stay possible by
 * default.
 */
export async function lockTable(table: string, mode: Mode = "share"): Promise<TableLock> {
  const { client, end } = await openKeeper()
  await client.query("set idle_in_transaction_session_timeout = '180s'")
  await client.query(`begin; lock table "${table}" in ${mode} mode`)
  return holding({
    waiting: `with at_table as (select pid from pg_locks where not granted and relation = '"${table}"'::regclass)
      select pid from at_table union
      select a.pid from pg_stat_activity a join at_table t on t.pid = any (pg_blocking_pids(a.pid))`,
    contended: async () => {
      const [now] = await sql<{ at: Date }>("select clock_timestamp() as at")
      await eventually(async () => (await sql(CONTENDING, [now?.at])).length > 0 || undefined)
    },
    release: end,
  })
}

/**
 * Starts calls that write to a table; none of them writes before all of them wait to. Returns their results. Fails if a
 * call fails, or if some do not wait for the table within `seconds`.
 */
export async function atOnce<T>(table: string, start: () => Promise<T>[], seconds?: number): Promise<T[]> {
  const lock = await lockTable(table)
  const calls = start()
  const results = Promise.all(calls)
  const released = lock.stopped(calls.length, seconds).finally(lock.release)
  // Both are awaited to their ends, so that a failure leaves no lock behind.
  const [answered, waited] = await Promise.allSettled([results, released])
  const failures = [waited, answered].flatMap((end) =>
    end.status === "rejected" ? [String(end.reason)] : []
  )
  if (waited.status === "rejected")
    throw new Error(`Not all ${calls.length} calls waited for ${table}: ${failures.join("; ")}`)
  if (answered.status === "rejected") throw answered.reason
  return answered.value
}

/** Makes every deletion from a table fail, until the returned function is called. */
export async function refuseDeletes(table: string): Promise<() => Promise<void>> {
  await sql(`create or replace function gw_test_undeleted() returns trigger language plpgsql as
    'begin raise exception ''not now''; end'`)
  await sql(
    `create trigger gw_test_undeleted before delete on "${table}" execute function gw_test_undeleted()`
  )
  return async () => void (await sql("drop function gw_test_undeleted cascade"))
}

/** Makes the first deletion of a row from a table fail. Returns a function that ends this and returns how many were tried. */
export async function refuseFirstDelete(table: string): Promise<() => Promise<number>> {
  await sql("create sequence gw_test_deletes")
  await sql(`create or replace function gw_test_undeleted() returns trigger language plpgsql as
    'begin if nextval(''gw_test_deletes'') = 1 then raise exception ''not now''; end if; return old; end'`)
  await sql(`create trigger gw_test_undeleted before delete on "${table}" for each row
    execute function gw_test_undeleted()`)
  return async () => {
    await sql("drop function gw_test_undeleted cascade")
    return countOf("gw_test_deletes")
  }
}

/** An advisory lock of PostgreSQL. No other test of the same database uses it at the same time. */
const GATE = 4_711

/** Stops each insert of a row that meets a condition, without locking other tables or rows. */
export const blockInserts = (table: string, condition: string): Promise<TableLock> =>
  blockWrites("before insert", table, condition)

/** Stops each update that makes a row meet a condition. It keeps the lock of this row, and locks nothing else. */
export const blockUpdates = (table: string, condition: string): Promise<TableLock> =>
  blockWrites("before update", table, condition)

/** Stops each commit of an update that makes a row meet a condition. */
export const blockCommits = (table: string, condition: string): Promise<TableLock> =>
  blockWrites("deferred", table, condition)

/** When a trigger runs. */
type Moment = "before insert" | "before update" | "deferred"

async function blockWrites(moment: Moment, table: string, condition: string): Promise<TableLock> {
  const { client, end } = await openKeeper()
  await client.query("select pg_advisory_lock($1)", [GATE])
  await sql(`create or replace function gw_test_held() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(${GATE}); return new; end'`)
  const [kind, when, deferred] =
    moment === "deferred"
      ? ["constraint trigger", "after update", "deferrable initially deferred"]
      : ["trigger", moment, ""]
  await sql(`create ${kind} gw_test_held ${when} on "${table}" ${deferred} for each row
    when (${condition}) execute function gw_test_held()`)
  const blocked = `select pid from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
  return holding({
    waiting: `select pid from pg_locks where not granted and locktype = 'advisory' and objid = ${GATE}`,
    contended: async () => {
      await eventually(async () => (await sql(blocked)).length > 1 || undefined)
    },
    release: async () => {
      await end().finally(() => sql("drop function gw_test_held cascade"))
    },
  })
}

/** Resolves when a statement that names the table waits for a row locked by another transaction. */
export async function untilBlockedAt(table: string): Promise<void> {
  const blocked = `select 1 from pg_stat_activity where datname = current_database()
    and cardinality(pg_blocking_pids(pid)) > 0 and query ilike '%"' || $1 || '"%'`
  await eventually(async () => ((await sql(blocked, [table])).length ? true : undefined))
}

/** Makes each insert into a table fail, as in a database without space. Returns a function that ends the fault. */
export async function refuseInserts(table: string): Promise<() => Promise<void>> {
  await sql(`create or replace function gw_test_refuse() returns trigger language plpgsql as
    'begin raise exception ''no room for it''; end'`)
  await sql(
    `create trigger gw_test_refuse before insert on "${table}" for each row execute function gw_test_refuse()`
  )
  return async () => void (await sql("drop function gw_test_refuse cascade"))
}

/**
 * Makes each update fail that would make a row meet a condition; one that `blockUpdates` stops fails when it is released.
 * Returns a function that ends this and returns how many were tried.
 */
export async function refuseUpdates(table: string, condition: string): Promise<() => Promise<number>> {
  await sql("create sequence gw_test_updates")
  await sql(`create or replace function gw_test_unchanged() returns trigger language plpgsql as
    'begin perform nextval(''gw_test_updates''); raise exception ''not now''; end'`)
  await sql(`create trigger gw_test_unchanged before update on "${table}" for each row
    when (${condition}) execute function gw_test_unchanged()`)
  return async () => {
    await sql("drop function gw_test_unchanged cascade")
    return countOf("gw_test_updates")
  }
}

/** Deletes a sequence, and returns how many numbers were taken from it. */
async function countOf(sequence: string): Promise<number> {
  const [row] = await sql<{ tried: string }>(
    `select case when is_called then last_value else 0 end as tried from ${sequence}`
  )
  await sql(`drop sequence ${sequence}`)
  return Number(row?.tried)
}
