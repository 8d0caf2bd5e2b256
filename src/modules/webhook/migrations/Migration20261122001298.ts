import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/**
 * What is still owed to an address is found among all it was owed. By another word than the state, because leases must not
 * be led to it, away from the index by orders.
 */
export class Migration20261122001298 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create index if not exists gw_webhook_delivery_owed on gw_webhook_delivery (subscription_id, created_at, id)
         where ended_at is null`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists gw_webhook_delivery_owed`)
  }
}
