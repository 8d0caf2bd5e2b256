import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** The order that was placed for a payment of ours, by the mark it was placed with. Slow: for what was interrupted. */
export async function orderPlacedFor(
  container: MedusaContainer,
  payment: { id: string; created_at: Date }
): Promise<{ id: string; display_id: number } | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  return knex<{ id: string; display_id: number }>("order")
    .whereRaw("metadata->>'gw_payment_id' = ?", [payment.id])
    .andWhere("created_at", ">=", payment.created_at as unknown as string)
    .first("id", "display_id")
}
