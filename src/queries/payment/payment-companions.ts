import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Payment } from "../../modules/bank/models/payment"
import { sessionOfPayment } from "./payment-sessions"

/** The records that belong to a payment. */
export interface PaymentCompanions {
  /** The checkout session of the payment; null if it has none. */
  readonly session_id: string | null
  /** The tasks that wait or waited for the payment or one of its operations, oldest first. */
  readonly task_ids: readonly string[]
}

/** The checkout session and the tasks of a payment. */
export async function companionsOf(container: MedusaContainer, payment: Payment): Promise<PaymentCompanions> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const [session, { rows }] = await Promise.all([
    sessionOfPayment(knex, payment),
    knex.raw<{ rows: { id: string }[] }>(TASKS, { id: payment.id }),
  ])
  return { session_id: session?.session_id ?? null, task_ids: rows.map(({ id }) => id) }
}

/** An array, so that PostgreSQL uses the index on `waits_for`. */
const TASKS = `
  select id from gw_task
   where waits_for = any (array(select cast(:id as text) union all select id from gw_bank_operation where payment_id = :id))
   order by created_at, id`
