import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Addresses that were given up are found among all that are told. */
export class Migration20261122001251 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create index if not exists gw_webhook_subscription_given_up on gw_webhook_subscription (disabled_at)
         where status = 'disabled' and disabled_reason in ('gone', 'failing')`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists gw_webhook_subscription_given_up`)
  }
}
