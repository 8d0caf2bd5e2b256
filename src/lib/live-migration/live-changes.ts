import { assertAddable, assertHarmless, assertValidatable } from "./rules"
import type { Session } from "./session"

/** The maximum number of rows that one statement of a backfill changes. */
const BATCH = 500

/** The rows of a backfill and their new values. */
export interface Backfill {
  /** SQL assignments, such as `currency = 'EUR'`. */
  readonly set: string
  /** The condition of the rows to change, such as `currency is null`. */
  readonly where: string
  /** A unique column that never changes. */
  readonly key?: string
}

/**
 * Changes of tables in use. None of them blocks live traffic for as long as a second. All can be repeated: an
 * interrupted migration is run again and continues with the remaining work.
 */
export class LiveChanges {
  constructor(private readonly session: Session) {}

  /** Adds a column. Its default, if any, must be a constant. */
  async addColumn(table: string, name: string, definition: string): Promise<void> {
    assertAddable(definition)
    await this.session.brief(`alter table ${table} add column if not exists ${name} ${definition}`)
  }

  /** Drops a column that no running version of the code uses. */
  async dropColumn(table: string, name: string): Promise<void> {
    await this.session.brief(`alter table ${table} drop column if exists ${name}`)
  }

  /** Changes rows in batches, in the order of their key. Rows that are inserted meanwhile may be skipped. */
  async backfill(table: string, { set, where, key = "id" }: Backfill): Promise<void> {
    let last: unknown
    do {
      const after = last === undefined ? "" : `where ${key} > ${quoted(String(last))}`
      const [row] = await this.session.brief(
        `with batch as (select ${key} as key from ${table} ${after} order by ${key} limit ${BATCH}), changed as (
           update ${table} set ${set} where ${key} = any (array(select key from batch)) and (${where}))
         select key::text from batch order by batch.key desc limit 1`
      )
      last = row?.key
    } while (last !== undefined)
  }

  /** Adds a check or a foreign key, first for new rows and then for the existing ones. */
  async addConstraint(table: string, name: string, definition: string): Promise<void> {
    assertValidatable(definition)
    const known = `select 1 from pg_constraint where conrelid = '${table}'::regclass and conname = '${name}'`
    if (!(await this.session.long(known)).length)
      await this.session.brief(`alter table ${table} add constraint ${name} ${definition} not valid`)
    await this.session.long(`alter table ${table} validate constraint ${name}`)
  }

  async dropConstraint(table: string, name: string): Promise<void> {
    await this.session.brief(`alter table ${table} drop constraint if exists ${name}`)
  }

  /** Rejects null from now on. All existing rows must already have a value. */
  async setNotNull(table: string, column: string): Promise<void> {
    const name = `${table}_${column}_present`
    await this.addConstraint(table, name, `check (${column} is not null)`)
    // With a valid check, PostgreSQL does not scan the table under its lock.
    await this.session.brief(`alter table ${table} alter column ${column} set not null`)
    await this.dropConstraint(table, name)
  }

  /**
   * Creates an index, for example `createIndex("gw_task_state", "gw_task (state)")`. Recreates the invalid
   * index of an interrupted attempt.
   */
  async createIndex(name: string, on: string, { unique = false } = {}): Promise<void> {
    const broken = `select 1 from pg_index where indexrelid = to_regclass('${name}') and not indisvalid`
    if ((await this.session.long(broken)).length) await this.dropIndex(name)
    const kind = unique ? "unique index" : "index"
    await this.session.long(`create ${kind} ${this.session.concurrently} if not exists ${name} on ${on}`)
  }

  /**
   * Collects the statistics of a table. Call this after an index on an expression is created: PostgreSQL has none of the
   * expression before.
   */
  async analyze(table: string): Promise<void> {
    await this.session.long(`analyze ${table}`)
  }

  async dropIndex(name: string): Promise<void> {
    await this.session.long(`drop index ${this.session.concurrently} if exists ${name}`)
  }

  /** Creates or replaces functions and triggers, creates or drops whole tables, creates an extension, or inserts a few rows. */
  async run(sql: string): Promise<void> {
    assertHarmless(sql)
    await this.session.brief(sql)
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
