import { Migration } from "@medusajs/framework/mikro-orm/migrations"
import { ADMIT, ADMIT_UNLESS_STOPPED } from "./functions/admit"

/** One switch stops all agents at once. */
export class Migration20261122001000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table gw_setting add column if not exists agents_stopped boolean not null default false`
    )
    this.addSql(ADMIT_UNLESS_STOPPED)
  }

  override async down(): Promise<void> {
    this.addSql(ADMIT)
    this.addSql(`alter table gw_setting drop column if exists agents_stopped`)
  }
}
