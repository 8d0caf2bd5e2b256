import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/**
 * Agents' orders are gone through in the order they were placed in, some at a time. In other words than those the lists of a
 * client's orders have: they must not be led to it, away from the indexes of the client.
 */
export class Migration20261122001310 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create index if not exists gw_session_ordered on gw_session (ordered_at, id) where payment_id > ''`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists gw_session_ordered`)
  }
}
