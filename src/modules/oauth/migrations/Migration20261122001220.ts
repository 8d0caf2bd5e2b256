import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** What a client may spend. */
export class Migration20261122001220 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table gw_oauth_client add column if not exists spending jsonb`)
  }

  override async down(): Promise<void> {
    this.addSql(`alter table gw_oauth_client drop column if exists spending`)
  }
}
