import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { ulidFrom } from "../../domain/ulid"

/** The order that was placed for a payment, found by its mark among the orders created since. */
export async function orderPlacedFor(
  container: MedusaContainer,
  payment: { id: string; created_at: Date }
): Promise<{ id: string; display_id: number } | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  return knex<{ id: string; display_id: number }>("order")
    .where("id", ">=", `order_${ulidFrom(new Date(payment.created_at.getTime() - SKEW_MS))}`)
    .andWhereRaw("metadata->>'gw_payment_id' = ?", [payment.id])
    .first("id", "display_id")
}

/** The tolerated difference between the clocks of the server, which generates the ids, and the database. */
const SKEW_MS = 300_000

/** The number of an order (`display_id`). Throws if there is no such order. */
export async function numberOfOrder(container: MedusaContainer, id: string): Promise<number> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const order = await knex<{ id: string; display_id: number }>("order").where({ id }).first("display_id")
  if (!order) throw new Error(`order ${id} does not exist`)
  return order.display_id
}

type Collection = { payment_sessions?: ({ id: string } | null)[] } | null

/** Whether another payment session has replaced this one on the order. */
export async function isPaidOtherwise(
  container: MedusaContainer,
  order_id: string,
  session_id: string | null
): Promise<boolean> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    fields: ["payment_collections.payment_sessions.id"],
    filters: { id: order_id },
  })
  const collections: Collection[] = data[0]?.payment_collections ?? []
  return collections.some((one) => one?.payment_sessions?.some((session) => session?.id !== session_id))
}
