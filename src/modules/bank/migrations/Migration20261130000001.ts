import { DEFAULT_ACCOUNT } from "../../../domain/bank-account"
import type { LiveChanges } from "../../../lib/live-migration/live-changes"
import { LiveMigration } from "../../../lib/live-migration/live-migration"
import { STORE_MESSAGES } from "./functions/store-messages"
import { STORE_MESSAGES_OF_ONE_ACCOUNT } from "./functions/store-messages-of-one-account"

/** The tables whose rows belong to an account at a bank. */
const TABLES = ["gw_payment", "gw_card_token", "gw_bank_event"]

/** The ids that a bank gives, which are unique only at that bank. */
const BANK_IDS = [
  ["gw_payment", "bank_payment_id"],
  ["gw_card_token", "bank_token_id"],
] as const

/** Adds the account at a bank to which payments, saved cards and bank events belong. */
export class Migration20261130000001 extends LiveMigration {
  override async change(tables: LiveChanges): Promise<void> {
    for (const table of TABLES)
      await tables.addColumn(table, "bank_account", `text not null default '${DEFAULT_ACCOUNT}'`)
    for (const [table, column] of BANK_IDS) {
      await tables.createIndex(`${table}_at_bank`, `${table} (${column}, bank_account)`, { unique: true })
      await tables.dropConstraint(table, `${table}_${column}_key`)
      // A reverted migration has left an index with the constraint's name.
      await tables.dropIndex(`${table}_${column}_key`)
    }
    await tables.createIndex(
      "gw_payment_other_account",
      `gw_payment (bank_account) where bank_account <> '${DEFAULT_ACCOUNT}'`
    )
    await tables.createIndex("gw_bank_event_account", "gw_bank_event (bank_account, received_at)")
    await tables.createIndex(
      "gw_payment_agents_display_status",
      "gw_payment (display_status, created_at desc, id desc) where client_id is not null"
    )
    await tables.run(STORE_MESSAGES)
    await tables.run(`create table if not exists gw_bank_position (
      bank_account text primary key,
      sequence bigint not null default 0
    )`)
    // The previous version still uses gw_bank_cursor, so that table stays.
    await tables.run(`insert into gw_bank_position (bank_account, sequence)
      values ('${DEFAULT_ACCOUNT}', (select sequence from gw_bank_cursor)) on conflict do nothing`)
  }

  override async revert(tables: LiveChanges): Promise<void> {
    // It must not write the column any more when that is dropped.
    await tables.run(STORE_MESSAGES_OF_ONE_ACCOUNT)
    await tables.run("drop table if exists gw_bank_position")
    await tables.dropIndex("gw_payment_agents_display_status")
    await tables.dropIndex("gw_bank_event_account")
    await tables.dropIndex("gw_payment_other_account")
    for (const [table, column] of BANK_IDS) {
      await tables.createIndex(`${table}_${column}_key`, `${table} (${column})`, { unique: true })
      await tables.dropIndex(`${table}_at_bank`)
    }
    for (const table of TABLES) await tables.dropColumn(table, "bank_account")
  }
}
