import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { LINE_MARK } from "../checkout/baskets"

/** A line of an order's current version, with its shipped and returned quantities. */
export interface LineRow {
  readonly item_id: string
  readonly order_id: string
  /** The id of the session's line, from the metadata (`LINE_MARK`); the order line's own id if it has none. */
  readonly mark: string
  readonly requires_shipping: boolean
  readonly quantity: number
  readonly shipped: number
  readonly returned: number
}

/** The lines of these orders' current versions. Uses SQL, because Medusa's query does not return the quantities. */
export async function linesOf(container: MedusaContainer, ids: readonly string[]): Promise<LineRow[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: LineRow[] }>(
    `select i.item_id, i.order_id, coalesce(l.metadata ->> :mark, i.item_id) as mark, l.requires_shipping,
            i.quantity::float8 as quantity,
            greatest(i.shipped_quantity, i.delivered_quantity)::float8 as shipped,
            (i.return_received_quantity + i.return_dismissed_quantity)::float8 as returned
       from order_item i
       join "order" o on o.id = i.order_id and o.version = i.version
       join order_line_item l on l.id = i.item_id
      where i.order_id = any(:ids) and i.deleted_at is null`,
    { ids: [...ids], mark: LINE_MARK }
  )
  return rows
}
