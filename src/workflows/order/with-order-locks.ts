import { asValue } from "@medusajs/framework/awilix"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type {
  ConfirmOrderChangeDTO,
  Context,
  CreateOrderChangeDTO,
  IOrderModuleService,
  MedusaContainer,
  OrderChangeDTO,
} from "@medusajs/framework/types"
import { createMedusaContainer, Modules } from "@medusajs/framework/utils"
import { inModuleTransaction, replacingMethods } from "../../lib/module-transaction"

/**
 * A container for one run of a Medusa workflow that refunds or cancels an order. Order changes are confirmed one after another
 * on any number of servers, also by a process that has lost the lock of the refunds.
 */
export function withOrderLocks(container: MedusaContainer): MedusaContainer {
  const scope = createMedusaContainer({}, container)
  scope.register(Modules.ORDER, asValue(lockedOrders(container.resolve(Modules.ORDER))))
  return scope
}

/**
 * Medusa's order module, whose confirmations lock the order. Medusa's refund confirms any open change of the order, reads its
 * status without a lock, and writes all lines of the order again: two refunds that confirm the same change would double the
 * order, and a change of a version that exists already would get no credit line. Here each run confirms the change that it
 * has created, as the order's next version, and undoes only its own change. A confirmed change is rejected.
 */
export function lockedOrders(orders: IOrderModuleService): IOrderModuleService {
  return replacingMethods(orders, changesOf(orders))
}

type Given = string | ConfirmOrderChangeDTO

function changesOf(orders: IOrderModuleService) {
  /** The change of this run, from its creation to its confirmation. */
  let open: string | undefined
  let confirmed: string | undefined
  return {
    async createOrderChange(data: CreateOrderChangeDTO, context?: Context): Promise<OrderChangeDTO> {
      const change = await orders.createOrderChange(data, context)
      open = change.id
      return change
    },
    confirmOrderChange: (given: Given | Given[], context?: Context) =>
      inModuleTransaction(orders, context, async (trx, shared) => {
        const [first, ...others] = [given].flat().map((one) => (typeof one === "string" ? { id: one } : one))
        const changes = [{ ...first, id: open ?? String(first?.id) }, ...others]
        const ids = changes.map(({ id }) => id)
        await lockOrders(trx, "in (select order_id from order_change where id = any(?))", ids)
        await rebase(trx, ids)
        const result = await orders.confirmOrderChange(changes, shared)
        open = undefined
        confirmed = ids[0]
        return result
      }),
    undoLastChange: (order_id: string, change?: Partial<OrderChangeDTO>, context?: Context) =>
      inModuleTransaction(orders, context, async (trx, shared) => {
        await lockOrders(trx, "= any(?)", [order_id])
        if (confirmed && !(await isLast(trx, confirmed)))
          throw new Error(`the order change ${confirmed} is not the last one of the order ${order_id}`)
        await orders.undoLastChange(order_id, change, shared)
      }),
  }
}

/** Locks orders, always in the same order, so that there are no deadlocks. */
async function lockOrders(trx: Knex.Transaction, which: string, ids: readonly string[]): Promise<void> {
  await trx.raw(`select id from "order" where id ${which} order by id for no key update`, [[...ids]])
}

/** Makes changes the next version of their orders, which other changes may have changed since. */
async function rebase(trx: Knex.Transaction, ids: readonly string[]): Promise<void> {
  await trx.raw(
    `with rebased as (
       update order_change c set version = o.version + 1 from "order" o
        where c.id = any(?) and o.id = c.order_id and c.version <> o.version + 1 returning c.id, c.version)
     update order_change_action a set version = rebased.version from rebased where a.order_change_id = rebased.id`,
    [[...ids]]
  )
}

async function isLast(trx: Knex.Transaction, id: string): Promise<boolean> {
  const last = trx("order_change as c").join("order as o", "o.id", "c.order_id").where("c.id", id)
  return (await last.whereRaw("o.version = c.version").first("c.id")) !== undefined
}
