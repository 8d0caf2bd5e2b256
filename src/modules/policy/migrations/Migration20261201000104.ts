import type { LiveChanges } from "../../../lib/live-migration/live-changes"
import { LiveMigration } from "../../../lib/live-migration/live-migration"

/** Adds the index by which staff search the audit log. */
export class Migration20261201000104 extends LiveMigration {
  override async change(tables: LiveChanges): Promise<void> {
    await tables.run("create extension if not exists pg_trgm")
    await tables.createIndex(
      "gw_audit_text",
      `gw_audit using gin (
         (coalesce(client_id, '') || ' ' || coalesce(actor_id, '') || ' ' || detail::text) gin_trgm_ops)`
    )
    await tables.analyze("gw_audit")
  }

  override async revert(tables: LiveChanges): Promise<void> {
    await tables.dropIndex("gw_audit_text")
  }
}
