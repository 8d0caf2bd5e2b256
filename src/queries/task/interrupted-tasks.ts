import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

const WAITED_FOR = ["gw_payment", "gw_bank_operation", "gw_card_token"]

/**
 * Started tasks that wait for a record that does not exist: the store was interrupted before it stored the
 * payment, operation or card.
 */
export async function interruptedTasks(
  container: MedusaContainer,
  olderThanSeconds: number
): Promise<string[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const tasks = knex("gw_task as t")
    .whereIn("t.state", ["submitted", "working"])
    .andWhereRaw("t.created_at < now() - make_interval(secs => ?)", [olderThanSeconds])
  for (const table of WAITED_FOR) tasks.whereNotExists(knex(`${table} as w`).whereRaw("w.id = t.waits_for"))
  return tasks.limit(100).pluck("t.id")
}
