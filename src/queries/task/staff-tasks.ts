import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { TaskState } from "../../domain/task"
import type { Task } from "../../modules/agent/models/task"
import { orderNumberIn } from "../../domain/order-number"
import { type OrderBy, type Page, byTime, ownedBy, sortedPage, sortingBy } from "../../lib/keyset-page"

/** The filters of the list of all clients' tasks. */
export interface StaffTaskFilters {
  readonly state?: TaskState
  readonly skill?: string
  readonly client_id?: string
  /** The id of the task or its payment, the agent's reference, or the number of the order. */
  readonly q?: string
}

/** What tasks can be sorted by. */
export const TASK_SORTS = { created_at: byTime("created_at") }

/** A query for a page of tasks. */
export interface StaffTaskQuery extends StaffTaskFilters {
  /** By default the newest first. */
  readonly order?: OrderBy<keyof typeof TASK_SORTS>
  readonly limit: number
  /** The `next_cursor` of the previous page. */
  readonly cursor?: string
}

/** A page of all clients' tasks. Undefined if the cursor is invalid. */
export async function listStaffTasks(
  container: MedusaContainer,
  { order = "-created_at", limit, cursor, ...filters }: StaffTaskQuery
): Promise<Page<Task> | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const sorting = sortingBy(TASK_SORTS, order)
  const found = knex("gw_task").modify((tasks) => narrow(tasks, filters, sorting.is_ascending))
  if (filters.q) found.where(namedBy(knex, filters.q))
  return sortedPage<Task>(knex, found, sorting, limit, cursor)
}

function narrow(
  tasks: Knex.QueryBuilder,
  { state, skill: skill_id, client_id }: StaffTaskFilters,
  is_ascending: boolean
): void {
  if (state) void tasks.where({ state })
  if (!client_id) return void (skill_id && tasks.where({ skill_id }))
  // The expressions match the indexes.
  if (skill_id)
    ownedBy(tasks, { by: "client_id || ' ' || skill_id", id: `${client_id} ${skill_id}` }, is_ascending)
  else if (state && state !== "completed")
    ownedBy(tasks, { by: "client_id || ' ' || state", id: `${client_id} ${state}` }, is_ascending)
  else ownedBy(tasks, { by: "client_id", id: client_id }, is_ascending)
}

/** The tasks with this id, and those of the payments and approvals that it names. The arrays are computed before the scan. */
function namedBy(knex: Knex, q: string): Knex.QueryCallback {
  const number = orderNumberIn(q)
  const payments = knex("gw_payment").where("id", q).orWhere("order_reference", q).select("id")
  if (number !== undefined) void payments.orWhere("shop_order_id", number)
  const operations = knex("gw_bank_operation").whereIn("payment_id", payments.clone()).select("id")
  const approvals = knex("gw_approval").where("order_reference", q).select("id")
  void approvals.orWhereIn("refund_of", payments.clone())
  return (tasks) => {
    void tasks.where("id", q)
    for (const ids of [payments, operations, approvals])
      void tasks.orWhereRaw("waits_for = any(array(?))", [ids.clone()])
  }
}

/** A task of any client. */
export async function findStaffTask(container: MedusaContainer, id: string): Promise<Task | undefined> {
  return container
    .resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)<Task>("gw_task")
    .where({ id })
    .first()
}
