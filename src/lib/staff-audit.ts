import { AsyncLocalStorage } from "node:async_hooks"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"

const request = new AsyncLocalStorage<string>()

/** Handles a staff request. Audit entries of changes made meanwhile contain its id. */
export function inStaffRequest(request_id: string, answer: () => void): void {
  request.run(request_id, answer)
}

/** Runs a staff member's change in a transaction with the request's id, which the audit triggers read. */
export function changeByStaff<T>(knex: Knex, change: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  return knex.transaction(async (trx) => {
    await trx.raw("select set_config('gw.request_id', ?, true)", [request.getStore() ?? ""])
    return change(trx)
  })
}

/** A staff action for the audit log. */
export interface StaffAction {
  readonly type: string
  /** The id of the staff member. */
  readonly by: string
  /** The client that the action is about, if any. */
  readonly client_id?: string | null
  readonly detail: Readonly<Record<string, string | number | null>>
}

/** Writes an audit entry for an action without a trigger. `trx` must come from `changeByStaff`. */
export async function recordStaffAction(
  trx: Knex,
  { type, by, client_id = null, detail }: StaffAction
): Promise<void> {
  await trx.raw(INSERT_ENTRY, { type, by, client_id, detail: JSON.stringify(detail) })
}

const INSERT_ENTRY = `
  insert into gw_audit (type, client_id, actor_type, actor_id, detail)
  values (:type, :client_id, 'user', :by, jsonb_strip_nulls(cast(:detail as jsonb)
    || jsonb_build_object('request_id', nullif(current_setting('gw.request_id', true), ''))))`
