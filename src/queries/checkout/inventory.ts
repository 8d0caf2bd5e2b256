import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** The stock of an inventory item at a location. */
export interface Level {
  readonly inventory_item_id: string
  readonly location_id: string
  /** The units that are not reserved. */
  readonly available: BigNumberInput
}

/** An inventory item of a variant, and how many units of it one unit of the variant has. */
export interface Part {
  readonly inventory_item_id: string
  readonly required_quantity: BigNumberInput
}

/** The inventory items of variants, and their stock at the locations of one sales channel. */
export interface Inventory {
  readonly parts: ReadonlyMap<string, readonly Part[]>
  readonly levels: readonly Level[]
}

/** The inventory of these variants. A variant without inventory items is missing. */
export async function inventoryOf(
  container: MedusaContainer,
  variants: readonly string[],
  channel: string
): Promise<Inventory> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: Row[] }>(INVENTORY, { variants: [...variants], channel })
  const parts = new Map<string, Part[]>()
  const levels = new Map<string, Level>()
  for (const { variant_id, levels: stocked, ...part } of rows) {
    parts.set(variant_id, [...(parts.get(variant_id) ?? []), part])
    for (const level of stocked) levels.set(`${level.inventory_item_id} ${level.location_id}`, level)
  }
  return { parts, levels: [...levels.values()] }
}

interface Row extends Part {
  readonly variant_id: string
  readonly levels: readonly Level[]
}

const INVENTORY = `
  select i.variant_id, i.inventory_item_id, i.required_quantity, coalesce((
           select jsonb_agg(jsonb_build_object(
                    'inventory_item_id', l.inventory_item_id, 'location_id', l.location_id,
                    'available', l.stocked_quantity - l.reserved_quantity))
             from inventory_level l
             join sales_channel_stock_location s on s.stock_location_id = l.location_id and s.deleted_at is null
            where l.inventory_item_id = i.inventory_item_id and l.deleted_at is null
              and s.sales_channel_id = :channel), '[]') as levels
    from product_variant_inventory_item i
   where i.deleted_at is null and i.variant_id = any(:variants)`
