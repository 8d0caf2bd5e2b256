import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** The audit tells who has acknowledged an alert. The table of the alert module is there before. */
export class Migration20261122001253 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create or replace trigger gw_audit_alert after update on gw_alert for each row
        when (old.acknowledged_at is null and new.acknowledged_at is not null)
        execute function gw_audit_change('alert_acknowledged', 'id', 'kind', 'subject')`)
  }

  override async down(): Promise<void> {
    this.addSql(`drop trigger if exists gw_audit_alert on gw_alert`)
  }
}
