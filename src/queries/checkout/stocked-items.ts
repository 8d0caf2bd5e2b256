import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

const STOCKED = `
  select distinct i.inventory_item_id as id
    from cart_line_item l
    join product_variant v on v.id = l.variant_id
    join product_variant_inventory_item i on i.variant_id = v.id and i.deleted_at is null
   where l.cart_id = :cart_id and l.deleted_at is null and v.manage_inventory`

const RESERVED = `
  select distinct r.inventory_item_id as id
    from reservation_item r join order_item i on i.item_id = r.line_item_id
   where i.order_id = :order_id and r.deleted_at is null`

/** The inventory items of which the order of a cart will reserve stock. */
export function stockedItemsOf(container: MedusaContainer, cart_id: string): Promise<string[]> {
  return idsOf(container, STOCKED, { cart_id })
}

/** The inventory items of which an order has reserved stock. */
export function reservedItemsOf(container: MedusaContainer, order_id: string): Promise<string[]> {
  return idsOf(container, RESERVED, { order_id })
}

async function idsOf(container: MedusaContainer, query: string, bindings: Record<string, string>) {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: { id: string }[] }>(query, bindings)
  return rows.map(({ id }) => id)
}
