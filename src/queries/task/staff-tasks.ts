import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { TaskState } from "../../domain/task"
import type { Task } from "../../modules/agent/models/task"
import { type Page, newestFirst, ownedBy } from "../../lib/keyset-page"

/** The filters of the list of all clients' tasks. */
export interface StaffTaskFilters {
  readonly state?: TaskState
  readonly skill?: string
  readonly client_id?: string
}

/** A page of all clients' tasks, newest first. Undefined if the cursor is invalid. */
export async function listStaffTasks(
  container: MedusaContainer,
  filters: StaffTaskFilters,
  limit: number,
  cursor?: string
): Promise<Page<Task> | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const found = knex("gw_task").modify(narrow, filters)
  return newestFirst<Task>(knex, found, "created_at", limit, cursor)
}

function narrow(tasks: Knex.QueryBuilder, { state, skill: skill_id, client_id }: StaffTaskFilters): void {
  if (state) void tasks.where({ state })
  if (!client_id) return void (skill_id && tasks.where({ skill_id }))
  // The expressions match the indexes.
  if (skill_id) ownedBy(tasks, { by: "client_id || ' ' || skill_id", id: `${client_id} ${skill_id}` })
  else if (state && state !== "completed")
    ownedBy(tasks, { by: "client_id || ' ' || state", id: `${client_id} ${state}` })
  else ownedBy(tasks, { by: "client_id", id: client_id })
}

/** A task of any client. */
export async function findStaffTask(container: MedusaContainer, id: string): Promise<Task | undefined> {
  return container
    .resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)<Task>("gw_task")
    .where({ id })
    .first()
}
