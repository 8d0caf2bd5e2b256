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
import { inModuleTransaction } from "../../lib/module-transaction"

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
 * has created, as the order's next version. A confirmed change is rejected.
 */
export function lockedOrders(orders: IOrderModuleService): IOrderModuleService {
  const changes: Partial<Record<string | symbol, unknown>> = changesOf(orders)
  return new Proxy(orders, {
    get: (target, name) => changes[name] ?? (Reflect.get(target, name) as unknown),
  })
}

function changesOf(orders: IOrderModuleService) {
  let created: string | undefined
  return {
    async createOrderChange(data: CreateOrderChangeDTO, context?: Context): Promise<OrderChangeDTO> {
      const change = await orders.createOrderChange(data, context)
      created = change.id
      return change
    },
    confirmOrderChange: (given: ConfirmOrderChangeDTO[], context?: Context) =>
      inModuleTransaction(orders, context, async (trx, shared) => {
        const confirmed = created ? given.map((change) => ({ ...change, id: String(created) })) : given
        await lockOrders(
          trx,
          confirmed.map(({ id }) => id)
        )
        if (created) await rebase(trx, created)
        return orders.confirmOrderChange(confirmed, shared)
      }),
  }
}

/** Locks the orders of changes, always in the same order, so that there are no deadlocks. */
async function lockOrders(trx: Knex.Transaction, changes: readonly string[]): Promise<void> {
  await trx.raw(
    `select id from "order" where id in (select order_id from order_change where id = any(?))
      order by id for no key update`,
    [[...changes]]
  )
}

/** Makes a change the next version of its order, which another change may have changed since. */
async function rebase(trx: Knex.Transaction, change: string): Promise<void> {
  await trx.raw(
    `with rebased as (
       update order_change c set version = o.version + 1 from "order" o
        where c.id = ? and o.id = c.order_id and c.version <= o.version returning c.id, c.version)
     update order_change_action a set version = rebased.version from rebased where a.order_change_id = rebased.id`,
    [change]
  )
}
