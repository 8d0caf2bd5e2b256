import type { LiveChanges } from "../../../src/lib/live-migration/live-changes"
import { LiveMigration } from "../../../src/lib/live-migration/live-migration"

const READ = "gw_test_read(settlement_account)"

/** An example of a later migration: a new column with values for all payments, a check, an index and a trigger. */
export class Migration20991231000001 extends LiveMigration {
  override async change(tables: LiveChanges): Promise<void> {
    await tables.run(`create or replace function gw_test_account() returns trigger language plpgsql as $$
      begin
        new.settlement_account := coalesce(new.settlement_account, 'main');
        return new;
      end $$`)
    await tables.addColumn("gw_payment", "settlement_account", "text")
    // Before the backfill, so that payments created meanwhile get a value too.
    await tables.run(`create or replace trigger gw_test_account before insert on gw_payment for each row
      execute function gw_test_account()`)
    await tables.backfill("gw_payment", {
      set: "settlement_account = 'main'",
      where: "settlement_account is null",
    })
    await tables.addConstraint("gw_payment", "gw_payment_account_check", `check (${READ} <> '')`)
    await tables.setNotNull("gw_payment", "settlement_account")
    await tables.createIndex("gw_payment_account", `gw_payment (${READ}, created_at)`)
  }

  override async revert(tables: LiveChanges): Promise<void> {
    await tables.dropIndex("gw_payment_account")
    await tables.run("drop trigger if exists gw_test_account on gw_payment")
    await tables.run("drop function if exists gw_test_account")
    await tables.dropColumn("gw_payment", "settlement_account")
  }
}
