import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Which request has canceled a session. */
export class Migration20261122000900 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table gw_session add column if not exists canceled_by text`)
  }

  override async down(): Promise<void> {
    this.addSql(`alter table gw_session drop column if exists canceled_by`)
  }
}
