import type { LiveChanges } from "../../../lib/live-migration/live-changes"
import { LiveMigration } from "../../../lib/live-migration/live-migration"

/** Stores for each bank account the codes with which its bank has rejected the store's configuration, and when last. */
export class Migration20261130000002 extends LiveMigration {
  override async change(tables: LiveChanges): Promise<void> {
    // The previous version still uses gw_bank_rejection. Its rows count for a day only, so they are not copied.
    await tables.run(`create table if not exists gw_account_rejection (
      bank_account text not null,
      code text not null,
      last_at timestamptz not null default now(),
      primary key (bank_account, code)
    )`)
  }

  override async revert(tables: LiveChanges): Promise<void> {
    await tables.run("drop table if exists gw_account_rejection")
  }
}
