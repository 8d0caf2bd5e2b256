import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Disputed payments are found among a million that are not. */
export class Migration20261122001252 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`create index if not exists gw_payment_disputed on gw_payment (id) where disputes <> '[]'`)
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists gw_payment_disputed`)
  }
}
