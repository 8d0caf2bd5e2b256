import { assertAddable, assertHarmless, assertValidatable } from "./rules"
import type { Session } from "./session"

/** How many rows a statement of a backfill changes at most. */
const BATCH = 500

/** Which rows of a table get which values. */
export interface Backfill {
  /** Assignments, as in `currency = 'EUR'`. */
  readonly set: string
  /** The rows that still need them, as in `currency is null`. */
  readonly where: string
  /** A column that is unique and never changes. */
  readonly key?: string
}

/**
 * Changes of tables that are in use, none of which keeps a statement of live traffic waiting for a second. Each can be
 * repeated: a migration that was cut short begins anew, and goes on with what is left.
 */
export class LiveChanges {
  constructor(private readonly session: Session) {}

  /** Adds a column whose default, if any, is a constant. */
  async addColumn(table: string, name: string, definition: string): Promise<void> {
    assertAddable(definition)
    await this.session.brief(`alter table ${table} add column if not exists ${name} ${definition}`)
  }

  /** Drops a column that no running version of the code uses any more. */
  async dropColumn(table: string, name: string): Promise<void> {
    await this.session.brief(`alter table ${table} drop column if exists ${name}`)
  }

  /** Changes rows in batches, in the order of their key. Rows that are inserted meanwhile may be left out. */
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

  /** Adds a check or a foreign key: for new rows at once, and then for those there are. */
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

  /** Refuses null from now on. The rows there are need a value already. */
  async setNotNull(table: string, column: string): Promise<void> {
    const name = `${table}_${column}_present`
    await this.addConstraint(table, name, `check (${column} is not null)`)
    // A check that is valid saves PostgreSQL from reading the table under its lock.
    await this.session.brief(`alter table ${table} alter column ${column} set not null`)
    await this.dropConstraint(table, name)
  }

  /** Makes an index, as in `createIndex("gw_task_state", "gw_task (state)")`; again where an attempt was cut short. */
  async createIndex(name: string, on: string, { unique = false } = {}): Promise<void> {
    const broken = `select 1 from pg_index where indexrelid = to_regclass('${name}') and not indisvalid`
    if ((await this.session.long(broken)).length) await this.dropIndex(name)
    const kind = unique ? "unique index" : "index"
    await this.session.long(`create ${kind} ${this.session.concurrently} if not exists ${name} on ${on}`)
  }

  async dropIndex(name: string): Promise<void> {
    await this.session.long(`drop index ${this.session.concurrently} if exists ${name}`)
  }

  /** Creates or replaces functions and triggers, creates and drops whole tables, and inserts a few rows. */
  async run(sql: string): Promise<void> {
    assertHarmless(sql)
    await this.session.brief(sql)
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
