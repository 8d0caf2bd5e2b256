import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Task, TaskEvent } from "../modules/agent/models/task"

/** A state a task has been in, from when on. */
export type TaskState = Pick<TaskEvent, "state" | "at">

/** What a task was asked for: members of the skill's input. Amounts in minor units. */
export type TaskInput = Readonly<Record<string, unknown>>

/** The states of a task in their order. */
export async function statesOf(container: MedusaContainer, task_id: string): Promise<TaskState[]> {
  return container
    .resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)<TaskEvent>("gw_task_event")
    .where({ task_id })
    .whereNot("type", "task.artifact")
    .orderBy("seq")
    .select("state", "at")
}

/**
 * The input of a task, out of what it has become: the payment, the movement or the kept card it waits for. The input itself
 * is not kept; so a task that has become nothing has none, and neither has one that was only a question. No link, no
 * secret, and nothing of a card but which one it is.
 */
export async function inputOf(
  container: MedusaContainer,
  { waits_for }: Pick<Task, "waits_for">
): Promise<TaskInput | null> {
  if (!waits_for) return null
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: { input: TaskInput }[] }>(INPUT, { id: waits_for })
  return rows[0]?.input ?? null
}

const INPUT = `
  select jsonb_strip_nulls(jsonb_build_object(
           'payment_id', id, 'amount', amount, 'currency', currency, 'intent', intent, 'description', description,
           'order_reference', order_reference, 'customer_email', customer_email, 'token_id', card_token_id,
           'save_card', save_card is not null)) as input
    from gw_payment where id = :id
  union all
  select jsonb_strip_nulls(jsonb_build_object(
           'payment_id', o.payment_id, 'amount', o.amount, 'currency', p.currency, 'reason', o.reason,
           'final', case when o.kind = 'capture' then o.final end))
    from gw_bank_operation o join gw_payment p on p.id = o.payment_id where o.id = :id
  union all
  select jsonb_strip_nulls(jsonb_build_object(
           'token_id', id, 'customer_reference', customer_reference, 'currency', currency, 'usage', usage))
    from gw_card_token where id = :id`
