import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** The tables whose rows each stand for one call that the bank executes at most once. */
export type CallTable = "gw_payment" | "gw_card_token" | "gw_bank_operation"

/**
 * Records, before the bank is called for a row, that an attempt may reach it. True for the first attempt. Whatever happens
 * to this process afterwards, no later attempt is taken for the first.
 */
export async function recordCall(knex: Knex, table: CallTable, id: string): Promise<boolean> {
  const first = knex(table).where({ id, bank_called_at: null })
  return (await first.update({ bank_called_at: knex.fn.now() })) === 1
}
