import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/**
 * Changes of paid or canceled orders that Medusa's own workflow started and did not confirm, because the store
 * was killed. Staff never makes changes of this type, and while one exists, Medusa accepts no other change of
 * the order, not even its cancellation.
 */
export async function abandonedChanges(
  container: MedusaContainer,
  olderThanSeconds: number
): Promise<{ id: string; payment_id: string }[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  return knex("order_change as c")
    .join("gw_payment as p", "p.order_id", "c.order_id")
    .where("c.change_type", "credit_line")
    .whereIn("c.status", ["pending", "requested"])
    .whereNull("c.deleted_at")
    .andWhereRaw("c.created_at < now() - make_interval(secs => ?)", [olderThanSeconds])
    .select("c.id", "p.id as payment_id")
    .limit(100)
}

/** Whether a change by Medusa's own workflow currently blocks other changes of the order. */
export async function isInOwnChange(container: MedusaContainer, order_id: string): Promise<boolean> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const changes = knex("order_change").where({ order_id, change_type: "credit_line", deleted_at: null })
  return (await changes.whereIn("status", ["pending", "requested"]).first("id")) !== undefined
}
