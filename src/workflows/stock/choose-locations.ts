import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InventoryTypes } from "@medusajs/framework/types"
import { MathBN, MedusaError } from "@medusajs/framework/utils"
import type { Level } from "../../queries/checkout/inventory"
import { RemainingStock } from "./remaining-stock"

/** What Medusa needs for a new reservation. */
export type NewReservation = InventoryTypes.CreateReservationItemInput

/**
 * The reservations at locations that have the units. Medusa has chosen the locations before the stock levels were
 * locked, so another order may have reserved the last units of one since; then another location is chosen at which the
 * order's sales channel sells. Reservations of one item count together, which Medusa does not check. Those without
 * backorder come first, the largest before the others, so that none takes a location that another one needs. Throws
 * Medusa's `not_allowed` when no location has the units of a reservation without backorder.
 */
export async function chooseLocations(
  items: readonly NewReservation[],
  levels: readonly Level[],
  trx: Knex.Transaction
): Promise<NewReservation[]> {
  const units = new RemainingStock(levels)
  let others: ReadonlySet<string> | undefined
  const chosen = new Map<NewReservation, NewReservation>()
  for (const item of [...items].sort(scarcestFirst)) {
    const isThere = item.allow_backorder || units.suffice(item, item.location_id)
    others ??= isThere ? undefined : await locationsOf(items, trx)
    const location_id = isThere ? item.location_id : units.findAmong(others, item)
    if (!location_id) throw soldOut(item)
    units.subtract(item, location_id)
    chosen.set(item, { ...item, location_id })
  }
  return items.map((item) => chosen.get(item) ?? item)
}

function scarcestFirst(a: NewReservation, b: NewReservation): number {
  const backorder = Number(a.allow_backorder ?? false) - Number(b.allow_backorder ?? false)
  return backorder || MathBN.sub(b.quantity, a.quantity).toNumber()
}

/** The stock locations of the sales channel of the order to which these lines belong. */
async function locationsOf(
  items: readonly NewReservation[],
  trx: Knex.Transaction
): Promise<ReadonlySet<string>> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select distinct s.stock_location_id as id from order_item i join "order" o on o.id = i.order_id
       join sales_channel_stock_location s on s.sales_channel_id = o.sales_channel_id and s.deleted_at is null
      where i.item_id = any(?)`,
    [items.flatMap(({ line_item_id }) => line_item_id ?? [])]
  )
  return new Set(rows.map(({ id }) => id))
}

function soldOut({ inventory_item_id, location_id }: NewReservation): MedusaError {
  const message = `Not enough stock available for item ${inventory_item_id} at location ${location_id}`
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
}
