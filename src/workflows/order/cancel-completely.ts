import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules, PaymentCollectionStatus } from "@medusajs/framework/utils"
import { cancelOrderWorkflow, deleteReservationsByLineItemsWorkflow } from "@medusajs/medusa/core-flows"
import { reached } from "../../lib/failpoints"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { isCanceled } from "../../queries/order/placed-orders"
import { hasReservations } from "../../queries/order/reservations"
import { withStockLocks } from "../stock/with-stock-locks"
import { withOrderLocks } from "./with-order-locks"

/**
 * Cancels an order in Medusa and leaves none of its stock reserved. Every cancellation of the plugin uses this function.
 * For an order that is already canceled, it finishes what its cancellation has left: Medusa's workflow has no
 * transaction around its steps, and restores the reservations if another cancellation of the order ends first. Safe to
 * repeat. Throws Medusa's error when the order cannot be canceled, because it is fulfilled or being edited, for example.
 */
export async function cancelCompletely(order_id: string, container: MedusaContainer): Promise<void> {
  const { cartLocks } = container.resolve<BankService>(BANK_MODULE)
  const lock = await cartLocks.acquire(`cancellation of ${order_id}`)
  try {
    await cancelOnce(order_id, container)
    await reached("order_canceled", order_id)
    await finishCanceled(order_id, container)
  } finally {
    await lock.release()
  }
}

/** Whether an order is canceled (also when it was archived afterwards), or does not exist. */
export async function isCanceledOrMissing(order_id: string, container: MedusaContainer): Promise<boolean> {
  const select = ["id" as const, "status" as const, "canceled_at" as const]
  const [order] = await container.resolve(Modules.ORDER).listOrders({ id: order_id }, { select })
  return !order || isCanceled(order)
}

/** Medusa refuses to cancel an order twice, so an order that another process has canceled meanwhile counts. */
async function cancelOnce(order_id: string, container: MedusaContainer): Promise<void> {
  if (await isCanceledOrMissing(order_id, container)) return
  try {
    await cancelOrderWorkflow(withOrderLocks(withStockLocks(container))).run({ input: { order_id } })
  } catch (error) {
    if (!(await isCanceledOrMissing(order_id, container))) throw error
  }
}

/** Statuses of a payment collection that a cancellation ends. Captured and refunded ones keep theirs. */
const OPEN_COLLECTIONS: readonly string[] = ["not_paid", "awaiting", "authorized", "partially_authorized"]

/** Deletes the reservations of a canceled order, and closes its payment collections. */
async function finishCanceled(order_id: string, container: MedusaContainer): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const fields = ["id", "items.id", "payment_collections.id", "payment_collections.status"]
  const { data } = await query.graph({ entity: "order", fields, filters: { id: order_id } })
  const [order] = data as unknown as CanceledOrder[]
  const lines = (order?.items ?? []).flatMap((item) => item?.id ?? [])
  if (await hasReservations(container, order_id))
    await deleteReservationsByLineItemsWorkflow(withStockLocks(container)).run({ input: { ids: lines } })
  const open = (order?.payment_collections ?? []).filter(
    (one) => one && OPEN_COLLECTIONS.includes(one.status)
  )
  const id = open.flatMap((one) => one?.id ?? [])
  const status = PaymentCollectionStatus.CANCELED
  if (id.length) await container.resolve(Modules.PAYMENT).updatePaymentCollections({ id }, { status })
}

interface CanceledOrder {
  readonly items: readonly ({ readonly id: string } | null)[]
  readonly payment_collections?: readonly ({ readonly id: string; readonly status: string } | null)[]
}
