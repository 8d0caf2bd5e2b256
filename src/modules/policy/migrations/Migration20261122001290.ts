import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** A checkout is approved with what it buys, and not as a sum alone. */
export class Migration20261122001290 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table gw_approval add column if not exists bought text`)
  }

  override async down(): Promise<void> {
    this.addSql(`alter table gw_approval drop column if exists bought`)
  }
}
