import { Migration } from "@medusajs/framework/mikro-orm/migrations"

const TABLES = ["gw_payment", "gw_card_token", "gw_bank_operation"]

/** When the bank was first called for a row: a rejection of a later attempt says nothing about an earlier one. */
export class Migration20261123001400 extends Migration {
  override async up(): Promise<void> {
    for (const table of TABLES) {
      // The default is for the rows there are, of which the bank may have been called; it is not written into each.
      this.addSql(`alter table ${table} add column if not exists bank_called_at timestamptz default now()`)
      this.addSql(`alter table ${table} alter column bank_called_at drop default`)
    }
  }

  override async down(): Promise<void> {
    for (const table of TABLES) this.addSql(`alter table ${table} drop column if exists bank_called_at`)
  }
}
