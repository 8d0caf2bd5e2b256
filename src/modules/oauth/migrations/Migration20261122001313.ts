import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const OLD = {
  gw_oauth_client_name: "gw_oauth_client using gin (name gin_trgm_ops)",
  gw_oauth_client_id: "gw_oauth_client using gin (id gin_trgm_ops)",
  gw_oauth_grant_client: "gw_oauth_grant (client_id)",
}

/**
 * What clients are searched for is one text with one index: PostgreSQL takes two of them for dearer than reading all clients.
 * And a client's consents are read in their order, from the index that has it: beside one without, all would be read and sorted.
 */
export class Migration20261122001313 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create index if not exists gw_oauth_client_named on gw_oauth_client using gin ((name || ' ' || id) gin_trgm_ops)`
    )
    for (const name of Object.keys(OLD)) this.addSql(`drop index if exists ${name}`)
    // PostgreSQL learns what is in an expression when it looks next.
    this.addSql(`analyze gw_oauth_client`)
  }

  override async down(): Promise<void> {
    for (const [name, on] of Object.entries(OLD)) this.addSql(`create index if not exists ${name} on ${on}`)
    this.addSql(`drop index if exists gw_oauth_client_named`)
  }
}
