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
