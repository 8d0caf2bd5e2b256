import type { LiveChanges } from "../../../lib/live-migration/live-changes"
import { LiveMigration } from "../../../lib/live-migration/live-migration"

/** Adds the index by which staff sort the webhooks by their URL. */
export class Migration20261201000105 extends LiveMigration {
  override async change(tables: LiveChanges): Promise<void> {
    await tables.createIndex("gw_webhook_subscription_by_url", "gw_webhook_subscription (url, id)")
  }

  override async revert(tables: LiveChanges): Promise<void> {
    await tables.dropIndex("gw_webhook_subscription_by_url")
  }
}
