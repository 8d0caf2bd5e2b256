import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { deleteReservationsByLineItemsWorkflow } from "@medusajs/medusa/core-flows"
import { logOf } from "../../lib/log"
import { BANK_MODULE } from "../../modules/bank"
import type { LockedCart } from "../../modules/bank/cart-locks"
import type BankService from "../../modules/bank/service"
import { orderPlacedFor } from "../../queries/order/orders"
import { type StrayOrder, strayOrders } from "../../queries/order/stray-orders"
import { withStockLocks } from "../stock/with-stock-locks"

/**
 * Deletes the order and the payment that a failed attempt to place a checkout's order has left, because Medusa's own
 * compensation failed, too. The bank does not know the payment yet. Returns whether a payment was left. Does nothing
 * when the lock of the cart was lost: the payment is then ended as an interrupted one.
 */
export async function undoAttempt(
  payment_id: string,
  lock: LockedCart,
  container: MedusaContainer
): Promise<boolean> {
  const { payments, unopenedPayments, cartLocks } = container.resolve<BankService>(BANK_MODULE)
  const payment = await payments.find({ id: payment_id })
  if (!payment || !(await cartLocks.isLocked(lock))) return false
  const order = await orderPlacedFor(container, payment)
  if (order) await undoOrder(order.id, lock.cart_id, container)
  await unopenedPayments.abandon(payment_id)
  return true
}

/**
 * Deletes the order that an interrupted completion has left and reopens the cart, as Medusa's own compensation would
 * have done. The payment stays for the next attempt. The order is deleted last, because leftovers are found by it after
 * a crash.
 */
export async function undoOrder(
  order_id: string,
  cart_id: string,
  container: MedusaContainer
): Promise<void> {
  await releaseOrder(order_id, cart_id, container)
  await container.resolve(Modules.CART).updateCarts([{ id: cart_id, completed_at: null }])
  await container.resolve(Modules.ORDER).deleteOrders([order_id])
}

/**
 * Deletes an order that belongs to no payment: a process that was paused for longer than its lock created it after
 * another process had placed the cart's order, or had ended the attempt. Waits for the lock of the cart, so that no
 * placement is in progress, and checks again. The cart stays as it is.
 */
export async function deleteStrayOrder(
  { order_id, cart_id }: StrayOrder,
  container: MedusaContainer
): Promise<void> {
  const { cartLocks } = container.resolve<BankService>(BANK_MODULE)
  const lock = await cartLocks.acquire(cart_id)
  try {
    const strays = await strayOrders(container, { order_id })
    if (!strays.length) return
    await releaseOrder(order_id, cart_id, container)
    await container.resolve(Modules.ORDER).deleteOrders([order_id])
    logOf(container).warn(`order ${order_id} belonged to no payment and is deleted`)
  } finally {
    await lock.release()
  }
}

/**
 * Deletes the reservations of an order, its refund baselines, and its links to the cart, to payment collections and to
 * promotions. The order may be deleted already, and only some links left.
 */
async function releaseOrder(order_id: string, cart_id: string, container: MedusaContainer): Promise<void> {
  await container.resolve<BankService>(BANK_MODULE).refundBaselines.deleteOf(order_id)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", "items.id"],
    filters: { id: order_id },
  })
  const items: ({ id: string } | null)[] = data[0]?.items ?? []
  const ids = items.flatMap((item) => item?.id ?? [])
  await deleteReservationsByLineItemsWorkflow(withStockLocks(container)).run({ input: { ids } })
  const order = { [Modules.ORDER]: { order_id } }
  const linked = (table: string, column: string) =>
    container
      .resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)(table)
      .where({ order_id, deleted_at: null })
      .pluck<string[]>(column)
  const collections = await linked("order_payment_collection", "payment_collection_id")
  const promotions = await linked("order_promotion", "promotion_id")
  // One by one: deleting all links of the order would delete the payment collection, too.
  await container.resolve(ContainerRegistrationKeys.LINK).dismiss([
    { ...order, [Modules.CART]: { cart_id } },
    ...collections.map((payment_collection_id) => ({
      ...order,
      [Modules.PAYMENT]: { payment_collection_id },
    })),
    ...promotions.map((promotion_id) => ({ ...order, [Modules.PROMOTION]: { promotion_id } })),
  ])
}
