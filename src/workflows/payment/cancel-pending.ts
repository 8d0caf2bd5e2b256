import type { MedusaContainer } from "@medusajs/framework/types"
import type { Fact } from "../../domain/settlement"
import { isMedusaRefusal } from "../../lib/medusa-refusal"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { openChangeBy } from "../../queries/order/abandoned-changes"
import { isPaidOtherwise } from "../../queries/order/orders"
import { noteOnOrder } from "../settlement/note-on-order"
import { cancelCompletely, isCanceledOrMissing } from "../order/cancel-completely"
import { returnPromotions } from "../settlement/return-promotions"

/**
 * Cancels the order that was placed for a failed payment, which frees its stock. Leaves carts and existing orders as
 * they are, and an order without a cart that has another payment session by now. Finishes a cancellation that was
 * interrupted, and returns the promotion uses of a canceled checkout order.
 */
export async function cancelPendingOrder(payment: Payment, container: MedusaContainer): Promise<Fact> {
  const { order_id, origin, cart_id } = payment
  if (origin !== "order" || !order_id) return {}
  const isOver = await cancelUnpaid({ ...payment, order_id }, container)
  if (isOver && cart_id) await returnPromotions(order_id, container)
  return {}
}

/** Returns whether the order is canceled. */
async function cancelUnpaid(
  payment: Payment & { readonly order_id: string },
  container: MedusaContainer
): Promise<boolean> {
  const { order_id, cart_id, session_id } = payment
  if (await isOrderOver(payment, container)) {
    await cancelCompletely(order_id, container)
    return true
  }
  // A checkout can be completed again as a new order, so another payment session does not keep its first order open.
  if (!cart_id && (await isPaidOtherwise(container, order_id, session_id))) return false
  return cancelInMedusa(payment, container)
}

/**
 * Cancels an order in Medusa, completely. When Medusa refuses, because the order is fulfilled or being edited, for
 * example, it records the reason for the merchant, who decides what happens to the order, and returns false.
 */
export async function cancelInMedusa(
  payment: Payment & { readonly order_id: string },
  container: MedusaContainer
): Promise<boolean> {
  const { order_id } = payment
  try {
    await cancelCompletely(order_id, container)
    return true
  } catch (error) {
    if (!isMedusaRefusal(error) || (await isTemporary(error, order_id, container))) throw error
    await reportUncanceled(payment, error.message, container)
    return false
  }
}

/** Medusa's message when it refuses a change of an order because of another open change. */
const OTHER_CHANGE = /already has an existing active order change/

/**
 * Whether Medusa accepts the cancellation later, without an action by staff. A change by one of Medusa's own workflows
 * ends by itself, or a job ends it when the store was killed. The change may have ended since Medusa refused.
 */
async function isTemporary(refusal: Error, order_id: string, container: MedusaContainer): Promise<boolean> {
  const by = await openChangeBy(container, order_id)
  return by === "workflow" || (by === undefined && OTHER_CHANGE.test(refusal.message))
}

/**
 * Whether the order is canceled (also when it was archived afterwards), or does not exist because it could not be
 * placed.
 */
export const isOrderOver = (
  { order_id }: Pick<Payment, "order_id">,
  container: MedusaContainer
): Promise<boolean> => isCanceledOrMissing(String(order_id), container)

/** Records for the merchant, as a review reason and on the order, why an order could not be canceled. */
export async function reportUncanceled(
  payment: Payment,
  why: string,
  container: MedusaContainer
): Promise<void> {
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  const reason = `the order could not be canceled: ${why}`
  await payments.noteForReview(payment.id, { reason, source: "uncanceled" })
  await noteOnOrder(payment, container)
}
