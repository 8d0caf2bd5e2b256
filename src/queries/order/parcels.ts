import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** A fulfillment with the quantities by line item. */
export interface ParcelRow {
  readonly id: string
  readonly order_id: string
  readonly shipped_at: Date | null
  readonly delivered_at: Date | null
  readonly canceled_at: Date | null
  readonly tracking: { readonly tracking_number: string; readonly tracking_url: string } | null
  /** The quantity of each line item in the fulfillment. */
  readonly items: readonly { readonly item_id: string; readonly quantity: number }[]
}

/**
 * The fulfillments of these orders, oldest first. Uses SQL, because Medusa's fulfillments contain inventory
 * items: for a kit, every part with the total quantity of parts.
 */
export async function parcelsOf(container: MedusaContainer, ids: readonly string[]): Promise<ParcelRow[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: ParcelRow[] }>(
    `select f.id, o.order_id, f.shipped_at, f.delivered_at, f.canceled_at, (${TRACKING}) as tracking,
            coalesce((${ITEMS}), '[]') as items
       from order_fulfillment o join fulfillment f on f.id = o.fulfillment_id and f.deleted_at is null
      where o.order_id = any(?) and o.deleted_at is null
      order by f.created_at, f.id`,
    [[...ids]]
  )
  return rows
}

const TRACKING = `
  select json_build_object('tracking_number', tracking_number, 'tracking_url', tracking_url) from fulfillment_label
   where fulfillment_id = f.id and deleted_at is null order by id limit 1`

const ITEMS = `
  select json_agg(json_build_object('item_id', item_id, 'quantity', quantity) order by first) from (
    select i.line_item_id as item_id, ceil(max(i.quantity / coalesce(k.required_quantity, 1)))::float8 as quantity,
           min(i.id) as first
      from fulfillment_item i
      join order_line_item l on l.id = i.line_item_id
      left join product_variant_inventory_item k
        on k.variant_id = l.variant_id and k.inventory_item_id = i.inventory_item_id and k.deleted_at is null
     where i.fulfillment_id = f.id and i.deleted_at is null
     group by i.line_item_id) units`
