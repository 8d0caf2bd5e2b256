import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Client } from "@medusajs/framework/pg"

/** A database connection for a single purpose. */
export type OwnConnection = Client & { unref(): void }

/** A method of Knex clients that is missing in their types: opens a connection outside the pool. */
interface Connector {
  acquireRawConnection(): Promise<OwnConnection>
}

/**
 * Opens a connection outside the pool of `knex` with the same settings (host, password, SSL, schema). The
 * caller must close it. Knex handles its errors; a lost connection emits `end`.
 */
export function openConnection(knex: Knex): Promise<OwnConnection> {
  return (knex.client as Connector).acquireRawConnection()
}
