import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Payments whose making was interrupted are found among a million that were not. */
export class Migration20261122000600 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create index if not exists gw_payment_interrupted on gw_payment (created_at) where provisioned_at is null`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists gw_payment_interrupted`)
  }
}
