import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const INDEXES = {
  gw_oauth_client_newest: "gw_oauth_client (created_at, id)",
  gw_oauth_client_status: "gw_oauth_client (status, created_at, id)",
  gw_oauth_client_flavor: "gw_oauth_client (flavor, created_at, id)",
  gw_oauth_client_flavor_status: "gw_oauth_client (flavor, status, created_at, id)",
  gw_oauth_client_name: "gw_oauth_client using gin (name gin_trgm_ops)",
  gw_oauth_client_id: "gw_oauth_client using gin (id gin_trgm_ops)",
  gw_oauth_grant_newest: "gw_oauth_grant (client_id, created_at, id)",
  gw_oauth_grant_unrevoked: "gw_oauth_grant (client_id, created_at, id) where revoked_at is null",
}

/** Pages of clients and of their consents are found among a million. */
export class Migration20261122001232 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`create extension if not exists pg_trgm`)
    for (const [name, on] of Object.entries(INDEXES))
      this.addSql(`create index if not exists ${name} on ${on}`)
  }

  override async down(): Promise<void> {
    for (const name of Object.keys(INDEXES)) this.addSql(`drop index if exists ${name}`)
  }
}
