import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Payment } from "../modules/bank/models/payment"
import { sessionOfPayment } from "./payment-sessions"

/** What belongs to a payment besides its own row. */
export interface PaymentCompanions {
  /** The checkout it was begun for; null for what is no checkout's. */
  readonly session_id: string | null
  /** The tasks that have waited for it or for a movement of it, the oldest first. */
  readonly task_ids: readonly string[]
}

/** The checkout and the tasks of a payment. */
export async function companionsOf(container: MedusaContainer, payment: Payment): Promise<PaymentCompanions> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const [session, { rows }] = await Promise.all([
    sessionOfPayment(knex, payment),
    knex.raw<{ rows: { id: string }[] }>(TASKS, { id: payment.id }),
  ])
  return { session_id: session?.session_id ?? null, task_ids: rows.map(({ id }) => id) }
}

/** An array, so that the tasks are found by the index of what they wait for. */
const TASKS = `
  select id from gw_task
   where waits_for = any (array(select cast(:id as text) union all select id from gw_bank_operation where payment_id = :id))
   order by created_at, id`
