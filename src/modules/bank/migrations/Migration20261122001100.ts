import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Payments are counted by status and currency without reading them. */
export class Migration20261122001100 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`create index if not exists gw_payment_tally on gw_payment (status, currency)`)
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists gw_payment_tally`)
  }
}
