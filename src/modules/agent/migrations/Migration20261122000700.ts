import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Tasks that are under way are found among a million that have ended. */
export class Migration20261122000700 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create index if not exists gw_task_begun on gw_task (created_at) where state in ('submitted', 'working')`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists gw_task_begun`)
  }
}
