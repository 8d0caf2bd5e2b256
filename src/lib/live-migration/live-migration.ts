import { Migration } from "@medusajs/framework/mikro-orm/migrations"
import { type OwnConnection, openConnection } from "../own-connection"
import { LiveChanges } from "./live-changes"
import { LiveSession, NewTablesSession, type Row } from "./session"

const OUR_TABLES = `
  select relname from pg_class
   where relkind = 'r' and relname like 'gw\\_%' and relnamespace = current_schema()::regnamespace`

/**
 * The base class of all migrations except the first one of each module. It runs beside live traffic on its own
 * connection, because Medusa runs all migrations of a module in one transaction, which would hold every lock
 * until the end and cannot create an index concurrently. A new store has no traffic, so there it runs in the
 * transaction that creates the tables.
 */
export abstract class LiveMigration extends Migration {
  /** Makes the change while the previous version of the code is still running. */
  abstract change(tables: LiveChanges): Promise<void>

  /** Reverts the change. */
  abstract revert(tables: LiveChanges): Promise<void>

  override async up(): Promise<void> {
    await this.perform((tables) => this.change(tables))
  }

  override async down(): Promise<void> {
    await this.perform((tables) => this.revert(tables))
  }

  private async perform(work: (tables: LiveChanges) => Promise<void>): Promise<void> {
    const connection = await openConnection(this.getKnex())
    try {
      const inTransaction = new NewTablesSession((sql) => this.execute(sql))
      const session = (await this.hasNewTables(connection)) ? inTransaction : new LiveSession(connection)
      await work(new LiveChanges(session))
    } finally {
      await connection.end()
    }
  }

  /** Whether this transaction has created tables that are not committed yet. */
  private async hasNewTables(connection: OwnConnection): Promise<boolean> {
    const tables: Row[] = await this.execute(OUR_TABLES)
    const names = tables.map(({ relname }) => relname)
    const { rows } = await connection.query<Row>(`${OUR_TABLES} and relname = any ($1)`, [names])
    return rows.length < names.length
  }
}
