import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { BigNumberInput, InventoryTypes } from "@medusajs/framework/types"
import { MathBN, MedusaError } from "@medusajs/framework/utils"

export type NewReservation = InventoryTypes.CreateReservationItemInput

/** A locked stock level. */
export interface Level {
  readonly inventory_item_id: string
  readonly location_id: string
  /** The pieces that are not reserved. */
  readonly available: BigNumberInput
}

/**
 * The reservations at locations that have the pieces. Medusa has chosen the locations before the stock levels were
 * locked, so another order may have reserved the last pieces of one since; then another location is chosen at which the
 * order's sales channel sells. Reservations of one item count together, which Medusa does not check. Throws Medusa's
 * `not_allowed` when no location has the pieces of a reservation without backorder.
 */
export async function chooseLocations(
  items: readonly NewReservation[],
  levels: readonly Level[],
  trx: Knex.Transaction
): Promise<NewReservation[]> {
  const pieces = new PiecesLeft(levels)
  let others: ReadonlySet<string> | undefined
  const chosen: NewReservation[] = []
  for (const item of items) {
    const isThere = item.allow_backorder || pieces.suffice(item, item.location_id)
    others ??= isThere ? undefined : await locationsOf(items, trx)
    const location_id = isThere ? item.location_id : pieces.findAmong(others, item)
    if (!location_id) throw soldOut(item)
    pieces.subtract({ ...item, location_id })
    chosen.push({ ...item, location_id })
  }
  return chosen
}

/** The pieces that are left at each location while the reservations of one order are placed. */
class PiecesLeft {
  private readonly left: Map<string, BigNumberInput>

  constructor(private readonly levels: readonly Level[]) {
    this.left = new Map(levels.map((level) => [keyOf(level), level.available]))
  }

  suffice({ inventory_item_id, quantity }: NewReservation, location_id: string): boolean {
    return MathBN.gte(this.left.get(keyOf({ inventory_item_id, location_id })) ?? 0, quantity)
  }

  /** One of the locations that has the pieces of a reservation. */
  findAmong(locations: ReadonlySet<string> | undefined, item: NewReservation): string | undefined {
    const stocking = this.levels.filter(
      ({ inventory_item_id }) => inventory_item_id === item.inventory_item_id
    )
    const found = stocking.find(
      ({ location_id }) => locations?.has(location_id) && this.suffice(item, location_id)
    )
    return found?.location_id
  }

  subtract(item: NewReservation): void {
    this.left.set(keyOf(item), MathBN.sub(this.left.get(keyOf(item)) ?? 0, item.quantity))
  }
}

const keyOf = ({ inventory_item_id, location_id }: Pick<Level, "inventory_item_id" | "location_id">) =>
  `${inventory_item_id} ${location_id}`

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
