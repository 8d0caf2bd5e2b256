import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** The tables with one row per bank call that is executed at most once. */
export type CallTable = "gw_payment" | "gw_card_token" | "gw_bank_operation"

/**
 * Records before a bank call that an attempt may reach the bank. True for the first attempt. Even if the
 * process crashes afterwards, no later attempt counts as the first.
 */
export async function recordCall(knex: Knex, table: CallTable, id: string): Promise<boolean> {
  const first = knex(table).where({ id, bank_called_at: null })
  return (await first.update({ bank_called_at: knex.fn.now() })) === 1
}
