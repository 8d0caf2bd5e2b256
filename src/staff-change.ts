import { AsyncLocalStorage } from "node:async_hooks"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"

const request = new AsyncLocalStorage<string>()

/** Answers a request of the staff's. The changes it makes are told in the audit with its id. */
export function inStaffRequest(request_id: string, answer: () => void): void {
  request.run(request_id, answer)
}

/** Makes a change of the staff's in a transaction that knows the request it is made by: the audit's triggers look for it. */
export function changeByStaff<T>(knex: Knex, change: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  return knex.transaction(async (trx) => {
    await trx.raw("select set_config('gw.request_id', ?, true)", [request.getStore() ?? ""])
    return change(trx)
  })
}

/** Something a member of the staff has done, as the audit tells it. */
export interface StaffAct {
  readonly type: string
  /** The member of the staff. */
  readonly by: string
  /** The client it is about, if it is about one. */
  readonly client_id?: string | null
  readonly detail: Readonly<Record<string, string | number | null>>
}

/** Writes into the audit what changes no row whose trigger would; `trx` is one of `changeByStaff`. */
export async function noteAct(trx: Knex, { type, by, client_id = null, detail }: StaffAct): Promise<void> {
  await trx.raw(NOTED, { type, by, client_id, detail: JSON.stringify(detail) })
}

const NOTED = `
  insert into gw_audit (type, client_id, actor_type, actor_id, detail)
  values (:type, :client_id, 'user', :by, jsonb_strip_nulls(cast(:detail as jsonb)
    || jsonb_build_object('request_id', nullif(current_setting('gw.request_id', true), ''))))`
