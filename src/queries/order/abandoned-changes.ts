import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** The type of the changes that Medusa's own workflows make when they cancel or refund an order. Staff never makes them. */
const OF_WORKFLOWS = "credit_line"

const OPEN = ["pending", "requested"]

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
    .where("c.change_type", OF_WORKFLOWS)
    .whereIn("c.status", OPEN)
    .whereNull("c.deleted_at")
    .andWhereRaw("c.created_at < now() - make_interval(secs => ?)", [olderThanSeconds])
    .select("c.id", "p.id as payment_id")
    .limit(100)
}

/**
 * Who started the change that currently blocks other changes of the order: one of Medusa's own workflows, or staff.
 * Undefined when the order has no open change.
 */
export async function openChangeBy(
  container: MedusaContainer,
  order_id: string
): Promise<"workflow" | "staff" | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const open = await knex<{ change_type: string | null }>("order_change")
    .where({ order_id, deleted_at: null })
    .whereIn("status", OPEN)
    .select("change_type")
  if (open.length === 0) return undefined
  return open.every(({ change_type }) => change_type === OF_WORKFLOWS) ? "workflow" : "staff"
}
