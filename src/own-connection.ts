import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Client } from "@medusajs/framework/pg"

/** A connection that is used by one purpose alone. */
export type OwnConnection = Client & { unref(): void }

/** What knex can do besides: make a connection like those of its pool, and beside it. */
interface Connector {
  acquireRawConnection(): Promise<OwnConnection>
}

/**
 * Opens a connection beside the pool of `knex`, with all its settings: address, password, SSL, schema. The caller
 * ends it. An error of it is heard by knex; when it is lost it emits `end`.
 */
export function openConnection(knex: Knex): Promise<OwnConnection> {
  return (knex.client as Connector).acquireRawConnection()
}
