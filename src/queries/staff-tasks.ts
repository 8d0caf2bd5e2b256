import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { TaskState } from "../domain/task"
import type { Task } from "../modules/agent/models/task"
import { type Page, newestFirst } from "../newest-first"

/** What a list of all clients' tasks is narrowed to. */
export interface StaffTaskFilters {
  readonly state?: TaskState
  readonly skill?: string
  readonly client_id?: string
}

/** A page of tasks of all clients, the newest first. Undefined for a cursor that is not ours. */
export async function listStaffTasks(
  container: MedusaContainer,
  { skill: skill_id, ...equal }: StaffTaskFilters,
  limit: number,
  cursor?: string
): Promise<Page<Task> | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const found = knex("gw_task").where({ ...equal, ...(skill_id && { skill_id }) })
  return newestFirst<Task>(knex, found, "created_at", limit, cursor)
}

/** A task of whichever client. */
export async function findStaffTask(container: MedusaContainer, id: string): Promise<Task | undefined> {
  return container
    .resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)<Task>("gw_task")
    .where({ id })
    .first()
}
