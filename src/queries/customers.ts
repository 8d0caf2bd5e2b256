import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** The groups a customer is in. */
export function groupsOf(container: MedusaContainer, customer_id: string): Promise<string[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  return knex("customer_group_customer")
    .where({ customer_id })
    .whereNull("deleted_at")
    .orderBy("customer_group_id")
    .pluck("customer_group_id")
}
