import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** A return with the quantities by line item. */
export interface ReturnRow {
  readonly id: string
  readonly order_id: string
  readonly status: string
  readonly created_at: Date
  readonly received_at: Date | null
  readonly items: readonly { readonly item_id: string; readonly quantity: number }[]
}

/**
 * The returns of these orders, without drafts. Uses SQL, because Medusa's order module mixes up the items of an
 * order's returns with the order's own items.
 */
export async function returnsOf(container: MedusaContainer, ids: readonly string[]): Promise<ReturnRow[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: ReturnRow[] }>(
    `select r.id, r.order_id, r.status, r.created_at,
            case r.status when 'received' then coalesce(r.received_at, r.updated_at) end as received_at,
            json_agg(json_build_object('item_id', i.item_id, 'quantity', i.quantity::float8) order by i.id) as items
       from return r join return_item i on i.return_id = r.id and i.deleted_at is null
      where r.order_id = any(?) and r.status <> 'open' and r.deleted_at is null
      group by r.id order by r.created_at`,
    [[...ids]]
  )
  return rows
}
