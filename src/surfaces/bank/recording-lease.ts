import type { MedusaContainer } from "@medusajs/framework/types"
import type { LockedCart } from "../../modules/bank/cart-locks"
import {
  orderOfMedusaPayment,
  type OrderName,
  existingOrderOf,
  hasAgentPayment,
} from "../../queries/order/existing-orders"
import { lockCreditLines } from "../../workflows/order/credit-refunds"
import { leasePayments, leaseRefunds, lockRefunds } from "../../workflows/order/lease-payments"

/**
 * Waits until no payment of ours is being recorded on an existing order, and prevents that until the lock is released.
 * Undefined, without a lock, for an order on which no payment of ours was started.
 */
export async function acquireRecordingLease(
  container: MedusaContainer,
  by: OrderName,
  id: string
): Promise<LockedCart | undefined> {
  const order_id = await existingOrderOf(container, by, id)
  return order_id === undefined ? undefined : leasePayments(order_id, container)
}

/**
 * Waits until no refund is being recorded on the order of Medusa's payment, and prevents that until the lock is
 * released. Undefined for a payment that is not ours.
 */
export async function acquireRefundLease(
  container: MedusaContainer,
  medusa_payment_id: string
): Promise<LockedCart | undefined> {
  const order_id = await orderOfMedusaPayment(container, medusa_payment_id)
  return order_id === undefined ? undefined : leaseRefunds(order_id, container)
}

/**
 * Waits until no refund is being recorded on an order, and prevents that until the lock is released. Undefined for an
 * order without a payment of ours. A refund writes a credit line, too: when Medusa writes two at once, it
 * writes the lines of the order twice. First adds the credit line that an interrupted refund lacks, and throws
 * `request_in_progress` while such a refund may not be over.
 */
export async function acquireCreditLineLease(
  container: MedusaContainer,
  order_id: string
): Promise<LockedCart | undefined> {
  return (await hasAgentPayment(container, order_id)) ? lockCreditLines(order_id, container) : undefined
}

/**
 * Waits until none of our payments and refunds is being recorded on an order, and prevents that until the lock is released.
 * Undefined for an order without a payment of ours. The cancellation refunds what is left, and writes a credit line for it.
 */
export async function acquireCancellationLease(
  container: MedusaContainer,
  order_id: string
): Promise<LockedCart | undefined> {
  const isOurs = await hasAgentPayment(container, order_id)
  const recording = await acquireRecordingLease(container, "order", order_id)
  if (!isOurs) return recording
  try {
    // Without a baseline of the refunds: the cancellation writes credit lines itself.
    const refunds = await lockRefunds(order_id, container)
    return { ...refunds, release: () => refunds.release().finally(() => recording?.release()) }
  } catch (error) {
    await recording?.release()
    throw error
  }
}
