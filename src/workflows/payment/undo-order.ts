import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { deleteReservationsByLineItemsWorkflow } from "@medusajs/medusa/core-flows"
import { BANK_MODULE } from "../../modules/bank"
import type { HeldCart } from "../../modules/bank/cart-locks"
import type BankService from "../../modules/bank/service"
import { orderPlacedFor } from "../../queries/orders"

/**
 * Deletes what a failed attempt to place a checkout's order has left where Medusa's own compensation failed, too: the order
 * and the payment, of which the bank has not heard. Returns whether anything was left. Does nothing when the cart is no
 * longer held: the payment is ended as an interrupted one then.
 */
export async function undoAttempt(
  payment_id: string,
  held: HeldCart,
  container: MedusaContainer
): Promise<boolean> {
  const { payments, cartLocks } = container.resolve<BankService>(BANK_MODULE)
  const payment = await payments.find({ id: payment_id })
  if (!payment || !(await cartLocks.holds(held))) return false
  const order = await orderPlacedFor(container, payment)
  if (order) await undoOrder(order.id, held.cart_id, container)
  await payments.abandon(payment_id)
  return true
}

/**
 * Takes back the order a completion cut short has left of a cart, which is a cart again afterwards: what Medusa's own
 * compensation would have done, had it lived. The payment stays for the next attempt. The order, by which leftovers
 * are found, goes last, so that a crash here leaves something to find.
 */
export async function undoOrder(
  order_id: string,
  cart_id: string,
  container: MedusaContainer
): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", "items.id", "payment_collections.id", "promotions.id"],
    filters: { id: order_id },
  })
  const idsOf = (linked: ({ id: string } | null)[] = []) => linked.flatMap((one) => one?.id ?? [])
  await deleteReservationsByLineItemsWorkflow(container).run({ input: { ids: idsOf(data[0]?.items) } })
  const order = { [Modules.ORDER]: { order_id } }
  // One by one and not by deleting the order's links, which would take the payment collection with it.
  await container.resolve(ContainerRegistrationKeys.LINK).dismiss([
    { ...order, [Modules.CART]: { cart_id } },
    ...idsOf(data[0]?.payment_collections).map((payment_collection_id) => ({
      ...order,
      [Modules.PAYMENT]: { payment_collection_id },
    })),
    ...idsOf(data[0]?.promotions).map((promotion_id) => ({
      ...order,
      [Modules.PROMOTION]: { promotion_id },
    })),
  ])
  await container.resolve(Modules.CART).updateCarts([{ id: cart_id, completed_at: null }])
  await container.resolve(Modules.ORDER).deleteOrders([order_id])
}
