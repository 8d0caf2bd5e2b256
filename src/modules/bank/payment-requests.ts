import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isTerminal, type TaskState } from "../../domain/task"

/*
 * A process that was paused may go on with a payment whose task or checkout has ended meanwhile. Both functions lock what
 * they have read: it cannot end before the transaction does.
 */

/** Whether the task that waits for a payment has ended. */
export async function isTaskOver(trx: Knex.Transaction, payment_id: string): Promise<boolean> {
  const tasks = trx("gw_task").where({ waits_for: payment_id }).forShare()
  const task = await tasks.first<{ state: TaskState } | undefined>("state")
  return task !== undefined && isTerminal(task.state)
}

/** Whether a checkout was canceled, was deleted because its customer was erased, or makes another payment. */
export async function isCheckoutGone(
  trx: Knex.Transaction,
  { checkout_id, id: payment_id }: { readonly checkout_id: string; readonly id: string }
): Promise<boolean> {
  const sessions = trx("gw_session").where({ id: checkout_id, payment_id, canceled_at: null }).forShare()
  return (await sessions.first("id")) === undefined
}
