import { sql } from "./database"
import { adminPost } from "./merchant"

/** A stock level of a variant: the stocked and the reserved units, and the units of its reservations. */
export interface StockLevel {
  readonly stocked: number
  readonly reserved: number
  readonly reservations: number
}

/** The stock levels of a variant, the oldest first. */
export const levelsOf = (variant_id: string) =>
  sql<StockLevel>(
    `select l.stocked_quantity::int as stocked, l.reserved_quantity::int as reserved, (
            select coalesce(sum(r.quantity), 0)::int from reservation_item r
             where r.inventory_item_id = l.inventory_item_id and r.location_id = l.location_id and r.deleted_at is null
            ) as reservations
       from inventory_level l join product_variant_inventory_item i using (inventory_item_id)
      where i.variant_id = $1 and l.deleted_at is null order by l.created_at`,
    [variant_id]
  )

const CHANNELS =
  "select distinct sales_channel_id as id from sales_channel_stock_location where deleted_at is null"

/** Another stock location, at which all sales channels sell. */
export class SecondLocation {
  private constructor(
    private readonly id: string,
    private readonly channels: readonly string[]
  ) {}

  static async open(): Promise<SecondLocation> {
    const { stock_location } = await post<{ stock_location: { id: string } }>("/admin/stock-locations", {
      name: "Second warehouse",
    })
    const channels = (await sql<{ id: string }>(CHANNELS)).map(({ id }) => id)
    await post(`/admin/stock-locations/${stock_location.id}/sales-channels`, { add: channels })
    return new SecondLocation(stock_location.id, channels)
  }

  /** Stocks a variant here. */
  async stock(variant_id: string, stocked_quantity: number): Promise<void> {
    const [item] = await sql<{ id: string }>(
      "select inventory_item_id as id from product_variant_inventory_item where variant_id = $1",
      [variant_id]
    )
    await post(`/admin/inventory-items/${item?.id}/location-levels`, {
      location_id: this.id,
      stocked_quantity,
    })
  }

  /** Ends the sale of all sales channels at this location. */
  async stopSelling(): Promise<void> {
    await post(`/admin/stock-locations/${this.id}/sales-channels`, { remove: this.channels })
  }

  /** Deletes the location for the tests after this one. */
  async close(): Promise<void> {
    await sql("update stock_location set deleted_at = now() where id = $1", [this.id])
    await sql("update sales_channel_stock_location set deleted_at = now() where stock_location_id = $1", [
      this.id,
    ])
  }
}

async function post<Body>(path: string, body: object): Promise<Body> {
  const response = await adminPost(path, body)
  if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`)
  return (await response.json()) as Body
}
