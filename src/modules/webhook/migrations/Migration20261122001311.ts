import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** How far the sweep of old orders has come, and since when it looks for changes of them. */
export class Migration20261122001311 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      alter table gw_webhook_sweep
        add column if not exists place_at timestamptz,
        add column if not exists place_id text,
        add column if not exists cycle_begun_at timestamptz,
        add column if not exists cycle_since timestamptz not null default now()`)
    // All that was changed before has been looked for already.
    this.addSql(`update gw_webhook_sweep set cycle_since = swept_at`)
  }

  override async down(): Promise<void> {
    this.addSql(`
      alter table gw_webhook_sweep
        drop column if exists place_at,
        drop column if exists place_id,
        drop column if exists cycle_begun_at,
        drop column if exists cycle_since`)
  }
}
