import type { Knex } from "@medusajs/framework/mikro-orm/knex"

const WAITED_FOR = ["gw_payment", "gw_bank_operation", "gw_card_token"]

/**
 * Started tasks, or the one with this id, that wait for a record that does not exist: the store was interrupted before it
 * stored the payment, operation or card.
 */
export async function interruptedTasks(
  knex: Knex,
  olderThanSeconds: number,
  only: { readonly id?: string } = {}
): Promise<string[]> {
  const tasks = knex("gw_task as t")
    .whereIn("t.state", ["submitted", "working"])
    .andWhereRaw("t.created_at < now() - make_interval(secs => ?)", [olderThanSeconds])
  for (const table of WAITED_FOR) tasks.whereNotExists(knex(`${table} as w`).whereRaw("w.id = t.waits_for"))
  if (only.id) tasks.where("t.id", only.id)
  return tasks.limit(100).pluck("t.id")
}
