import type { IOrderModuleService, MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { isInOwnChange } from "../../queries/abandoned-changes"
import { isPaidOtherwise } from "../../queries/orders"
import { isCanceled } from "../../queries/placed-orders"
import { reservedItemsOf } from "../../queries/stocked-items"
import type { Fact } from "./effects"
import { noteOnOrder } from "./note-on-order"
import { returnPromotions } from "./return-promotions"

/**
 * An order placed for a payment that came to nothing is canceled and its stock freed; a cart just stays a cart, and an
 * order that was there before, or is to be paid in another way by now, an order, unless it is a checkout's.
 */
export async function cancelPendingOrder(payment: Payment, container: MedusaContainer): Promise<Fact> {
  const { order_id, origin, cart_id } = payment
  if (origin !== "order" || !order_id) return {}
  const isOver =
    (await isOrderOver(payment, container)) || (await cancelUnpaid({ ...payment, order_id }, container))
  if (isOver && cart_id) await returnPromotions(order_id, container)
  return {}
}

/** Whether the order was canceled. */
async function cancelUnpaid(
  payment: Payment & { readonly order_id: string },
  container: MedusaContainer
): Promise<boolean> {
  const { order_id, cart_id, session_id } = payment
  // A checkout can be completed again, as another order: nobody else's session keeps the first one alive.
  if (!cart_id && (await isPaidOtherwise(container, order_id, session_id))) return false
  return cancelInMedusa(payment, container)
}

/**
 * Cancels an order, unless the merchant goes on with it, has fulfilled it or is editing it: what becomes of it then is for
 * him to say, and he is told. False in that case.
 */
export async function cancelInMedusa(
  payment: Payment & { readonly order_id: string },
  container: MedusaContainer
): Promise<boolean> {
  const { order_id } = payment
  try {
    await cancelHoldingStock(order_id, container)
    return true
  } catch (error) {
    // A change of Medusa's own ends by itself, or is ended when its store was killed; any other is a person's.
    if (!MedusaError.isMedusaError(error) || (await isInOwnChange(container, order_id))) throw error
    await noteUncanceled(payment, (error as Error).message, container)
    return false
  }
}

/** Medusa gives the stock back without a lock that other instances have, too: they may be reserving it. */
async function cancelHoldingStock(order_id: string, container: MedusaContainer): Promise<void> {
  const { cartLocks } = container.resolve<BankService>(BANK_MODULE)
  const [item, ...beside] = await reservedItemsOf(container, order_id)
  const held = item ? await cartLocks.acquire(item, { beside }) : undefined
  try {
    await cancelOrderWorkflow(container).run({ input: { order_id } })
  } finally {
    await held?.release()
  }
}

/** Whether the order is canceled, put away since or not, or was never to be: one that could not be made is gone. */
export async function isOrderOver({ order_id }: Payment, container: MedusaContainer): Promise<boolean> {
  const orders = container.resolve<IOrderModuleService>(Modules.ORDER)
  const [order] = await orders.listOrders(
    { id: String(order_id) },
    { select: ["id", "status", "canceled_at"] }
  )
  return !order || isCanceled(order)
}

/** Tells the merchant why an order could not be canceled: for review, and on the order. */
export async function noteUncanceled(
  payment: Payment,
  why: string,
  container: MedusaContainer
): Promise<void> {
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  const reason = `its order could not be canceled: ${why}`
  await payments.noteForReview(payment.id, { reason, source: "uncanceled" })
  await noteOnOrder(payment, container)
}
