import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INTERRUPTED } from "../../domain/settlement"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"

/**
 * Fails the tasks older than `olderThanSeconds` whose work never began, because the store was interrupted. A process that
 * was only paused stores no payment for such a task afterwards (`payments.prepare`).
 */
export async function failInterruptedTasks(
  container: MedusaContainer,
  olderThanSeconds: number
): Promise<void> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  for (const id of await interruptedTasks(knex, olderThanSeconds))
    await knex.transaction(async (trx) => {
      await trx("gw_task").where({ id }).forUpdate().first("id")
      // Read again, now that no other process can store the record of the task.
      if ((await interruptedTasks(trx, olderThanSeconds, { id })).length)
        await agent.advance(id, "failed", { artifacts: { error: INTERRUPTED } }, trx)
    })
}

const WAITED_FOR = ["gw_payment", "gw_bank_operation", "gw_card_token"]

/**
 * Started tasks, or the one with this id, that wait for a record that does not exist: the store was interrupted before it
 * stored the payment, operation or card.
 */
async function interruptedTasks(
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
