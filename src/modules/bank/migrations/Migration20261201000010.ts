import type { LiveChanges } from "../../../lib/live-migration/live-changes"
import { LiveMigration } from "../../../lib/live-migration/live-migration"

/* Reverted in this order: the backfill needs the last one. */
const COLUMNS = ["consent_id", "provider_method_id", "provider_id"]

/** Adds the cards that customers have saved at another payment provider, and the consent under which each is charged. */
export class Migration20261201000010 extends LiveMigration {
  override async change(tables: LiveChanges): Promise<void> {
    for (const column of COLUMNS) await tables.addColumn("gw_card_token", column, "text")
    await tables.createIndex(
      "gw_card_token_at_provider",
      `gw_card_token (client_id, customer_reference, provider_id, provider_method_id, currency)
         where provider_method_id is not null`,
      { unique: true }
    )
  }

  override async revert(tables: LiveChanges): Promise<void> {
    // The previous version would charge them at the bank.
    await tables.backfill("gw_card_token", { set: "status = 'revoked'", where: "provider_id is not null" })
    await tables.dropIndex("gw_card_token_at_provider")
    for (const column of COLUMNS) await tables.dropColumn("gw_card_token", column)
  }
}
