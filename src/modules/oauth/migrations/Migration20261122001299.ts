import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Whether a consent can still be used is read from an index alone. */
export class Migration20261122001299 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create index if not exists gw_oauth_token_usable on gw_oauth_token (grant_id, expires_at)
         where used_at is null and revoked_at is null`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists gw_oauth_token_usable`)
  }
}
