import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** The channels for which the store has a notification provider. */
export async function notificationChannels(container: MedusaContainer): Promise<Set<string>> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const lists = await knex("notification_provider").where({ is_enabled: true }).pluck<string[][]>("channels")
  return new Set(lists.flat())
}
