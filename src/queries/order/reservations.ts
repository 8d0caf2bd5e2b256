import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

const RESERVED = `
  select 1 from reservation_item r join order_item i on i.item_id = r.line_item_id
   where i.order_id = ? and r.deleted_at is null limit 1`

/** Whether an order has reserved stock. */
export async function hasReservations(container: MedusaContainer, order_id: string): Promise<boolean> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: object[] }>(RESERVED, [order_id])
  return rows.length > 0
}
