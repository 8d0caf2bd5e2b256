import { asValue } from "@medusajs/framework/awilix"
import type { ILockingModule, MedusaContainer } from "@medusajs/framework/types"
import { createMedusaContainer, Modules } from "@medusajs/framework/utils"
import { replacingMethods } from "../../lib/module-transaction"
import { lockedInventory } from "./locked-inventory"

/** How long a workflow waits for Medusa's own lock of the inventory items. Medusa gives up after five seconds. */
const TIMEOUT_SECONDS = 30

/**
 * A container for workflows of Medusa that reserve stock or free it, and for their compensation. While they change the
 * reservations of an inventory item, no other server and no other request of the plugin does, and stock is checked and
 * reserved in one transaction. Nothing else of the workflow waits.
 */
export function withStockLocks(container: MedusaContainer): MedusaContainer {
  const scope = createMedusaContainer({}, container)
  scope.register(Modules.INVENTORY, asValue(lockedInventory(container.resolve(Modules.INVENTORY))))
  scope.register(Modules.LOCKING, asValue(sortedLocking(container.resolve(Modules.LOCKING))))
  return scope
}

/** Sorts the keys, because workflows that lock the same keys in a different order wait for each other. */
function sortedLocking(locking: ILockingModule): ILockingModule {
  const execute: ILockingModule["execute"] = (keys, job, args) =>
    locking.execute([keys].flat().sort(), job, { timeout: TIMEOUT_SECONDS, ...args })
  return replacingMethods(locking, { execute })
}
