import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Context, IInventoryService, ReservationItemDTO } from "@medusajs/framework/types"
import { inModuleTransaction, replacingMethods } from "../../lib/module-transaction"
import type { Level } from "../../queries/checkout/inventory"
import { chooseLocations, type NewReservation } from "./choose-locations"

/**
 * Medusa's inventory module, whose changes of reservations lock the stock levels of the inventory items: Medusa reads
 * the reserved quantity, and writes back the sum, without a lock that covers other servers. The lock is part of the
 * transaction that makes the change, so a server that dies leaves neither of them.
 */
export function lockedInventory(inventory: IInventoryService): IInventoryService {
  return replacingMethods(inventory, changesOf(inventory))
}

function changesOf(inventory: IInventoryService) {
  const byId = inReservations("id")
  const byLine = inReservations("line_item_id")
  return {
    async createReservationItems(
      input: NewReservation | NewReservation[],
      context?: Context
    ): Promise<ReservationItemDTO | ReservationItemDTO[]> {
      const items = [input].flat()
      const created = await inModuleTransaction(inventory, context, async (trx, shared) => {
        const levels = await lockLevels(trx, "= any(?)", itemIds(items))
        return inventory.createReservationItems(await chooseLocations(items, levels, trx), shared)
      })
      return Array.isArray(input) ? created : (created[0] as ReservationItemDTO)
    },
    deleteReservationItems: (ids: string | string[], context?: Context) =>
      inModuleTransaction(inventory, context, async (trx, shared) => {
        await lockLevels(trx, byId, [ids].flat())
        await inventory.deleteReservationItems(ids, shared)
      }),
    deleteReservationItemsByLineItem: (ids: string | string[], context?: Context) =>
      inModuleTransaction(inventory, context, async (trx, shared) => {
        await lockLevels(trx, byLine, [ids].flat())
        await inventory.deleteReservationItemsByLineItem(ids, shared)
      }),
    restoreReservationItemsByLineItem: (ids: string | string[], context?: Context) =>
      inModuleTransaction(inventory, context, async (trx, shared) => {
        await lockLevels(trx, byLine, [ids].flat())
        await inventory.restoreReservationItemsByLineItem(ids, shared)
      }),
  }
}

const itemIds = (items: readonly NewReservation[]) => items.map(({ inventory_item_id }) => inventory_item_id)

/** Deleted reservations count, because they can be restored. */
const inReservations = (column: string) =>
  `in (select inventory_item_id from reservation_item where ${column} = any(?))`

/** Locks the stock levels of inventory items, always in the same order, so that there are no deadlocks. */
async function lockLevels(trx: Knex.Transaction, items: string, ids: readonly string[]): Promise<Level[]> {
  const { rows } = await trx.raw<{ rows: Level[] }>(
    `select inventory_item_id, location_id, stocked_quantity - reserved_quantity as available
       from inventory_level where deleted_at is null and inventory_item_id ${items} order by id for update`,
    [[...ids]]
  )
  return rows
}
