import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Task, TaskEvent } from "../../modules/agent/models/task"

/** A state of a task with its start time. */
export type TaskState = Pick<TaskEvent, "state" | "at">

/** The input of a task, as members of the skill's input. Amounts in minor units. */
export type TaskInput = Readonly<Record<string, unknown>>

/** The states of a task, in order. */
export async function statesOf(container: MedusaContainer, task_id: string): Promise<TaskState[]> {
  return container
    .resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)<TaskEvent>("gw_task_event")
    .where({ task_id })
    .whereNot("type", "task.artifact")
    .orderBy("seq")
    .select("state", "at")
}

/**
 * Reconstructs the input of a task from the payment, operation or card it waits for, because the input itself
 * is not stored. Null if the task waits for none of them. Contains no links, no secrets, and only the id of a
 * saved card.
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
           'token_id', id, 'customer_reference', customer_reference, 'currency', currency, 'usage', usage,
           'max_amount', terms -> 'max_amount', 'max_per_month', terms -> 'max_per_month',
           'expires_at', terms -> 'expires_at'))
    from gw_card_token where id = :id`
