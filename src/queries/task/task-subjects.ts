import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Task } from "../../modules/agent/models/task"

/** The payment, capture, refund, approval or saved card of a task. */
export interface TaskSubject {
  /** Minor units; null for a saved card, and for a capture or refund of everything that is left. */
  readonly amount: number | null
  /** Uppercase ISO 4217. */
  readonly currency: string
  /** The order in Medusa, and its number; null if there is none. */
  readonly order_id: string | null
  readonly order_number: number | null
}

/**
 * Returns a lookup of what tasks are about, read in one statement. A task that became no payment, movement of money or saved
 * card has no subject.
 */
export async function taskSubjects(
  container: MedusaContainer,
  tasks: readonly Pick<Task, "waits_for">[]
): Promise<(task: Pick<Task, "waits_for">) => TaskSubject | undefined> {
  const ids = tasks.map(({ waits_for }) => waits_for).filter((id) => id !== null)
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: (TaskSubject & { readonly id: string })[] }>(SUBJECTS, { ids })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ({ waits_for }) => byId.get(waits_for ?? "")
}

const SUBJECTS = `
  select id, amount::float8 as amount, currency, order_id, shop_order_id as order_number
    from gw_payment where id = any (:ids)
  union all
  select o.id, o.amount::float8, p.currency, p.order_id, p.shop_order_id
    from gw_bank_operation o join gw_payment p on p.id = o.payment_id where o.id = any (:ids)
  union all
  select a.id, a.amount::float8, a.currency, p.order_id, p.shop_order_id
    from gw_approval a left join gw_payment p on p.id = a.refund_of where a.id = any (:ids)
  union all
  select id, null, currency, null, null from gw_card_token where id = any (:ids)`
