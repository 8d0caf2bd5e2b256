import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { reached } from "../../lib/failpoints"
import { asRefusalOfSession } from "../../lib/medusa-refusal"
import { BANK_MODULE } from "../../modules/bank"
import type { LockedCart } from "../../modules/bank/cart-locks"
import type { Payment } from "../../modules/bank/models/payment"
import { CART_MARK } from "../../modules/bank/placements"
import type BankService from "../../modules/bank/service"
import { cartOfSession, hasDeletedItems, orderOfCart, totalOfCart } from "../../queries/checkout/carts"
import { withStockLocks } from "../stock/with-stock-locks"
import { deleteExpiredLock, withMedusaLock } from "../storefront/medusa-lock"
import { completeCartSilentlyWorkflow } from "./complete-cart"
import { medusaPaymentOf } from "./mirror-movement"
import { removeRoundingRemainder } from "./remove-rounding-remainder"
import { undoOrder } from "./undo-order"

/** Why a payment's cart can never become its order. */
export type Obstacle = string

/**
 * Completes the cart as the payment's one order, after the bank has authorized the payment or when nothing is due.
 * First undoes what an interrupted attempt has left, so that every attempt starts like the first one. Returns the
 * obstacle when the cart can never become the order. Throws when Medusa cannot complete the cart, and while the outcome of
 * a refund of the payment is not known; then nothing of the attempt is left.
 */
export async function placeCart(payment: Payment, container: MedusaContainer): Promise<Obstacle | undefined> {
  const cart_id = payment.cart_id ?? (await cartOfSession(container, payment.session_id))
  if (!cart_id) return "the cart no longer exists"
  const bank = container.resolve<BankService>(BANK_MODULE)
  const lock = await bank.cartLocks.acquire(cart_id, { payment_id: payment.id })
  try {
    // Read again: the previous holder of the lock may have placed the order.
    return await placeLockedCart(lock, await bank.payments.retrieve(payment.id), container)
  } finally {
    await lock.release()
  }
}

async function placeLockedCart(
  lock: LockedCart,
  payment: Payment,
  container: MedusaContainer
): Promise<Obstacle | undefined> {
  if (payment.order_id) return undefined
  const bank = container.resolve<BankService>(BANK_MODULE)
  await undoLeftovers(lock, container)
  const obstacle = await obstacleOf(payment, lock, container)
  if (obstacle) return obstacle
  await bank.placements.begin(payment.id, lock)
  await markCart(lock, container)
  if (payment.status === "nothing_due") await removeRoundingRemainder(lock.cart_id, container)
  await reached("cart_marked", payment.id, lock.cart_id)
  await deleteExpiredLock(container, lock.cart_id)
  try {
    const { result } = await completeCartSilentlyWorkflow(withStockLocks(container)).run({
      input: { cart_id: lock.cart_id },
    })
    await reached("cart_completed", payment.id, lock.cart_id)
    await requirePayment(result.id, payment, container)
    await recordOrder(result.id, payment, lock, container)
  } catch (error) {
    // Without the lock, the provider does not let Medusa place the order, which would count as a refusal of the cart.
    if (!(await bank.cartLocks.isLocked(lock))) throw lostLock(lock, error)
    // Medusa's workflow engine may fail to compensate when its own table responds slowly.
    await undoLeftovers(lock, container)
    throw asRefusalOfSession(error, payment.session_id)
  }
  return undefined
}

/**
 * Throws if the completion has made no payment: Medusa then returned an order that another process has linked to the cart
 * after it lost the lock, and that this process will delete, because the provider refuses its payment.
 */
async function requirePayment(order_id: string, payment: Payment, container: MedusaContainer): Promise<void> {
  if (payment.status === "nothing_due" || (await medusaPaymentOf(payment, container))) return
  throw new Error(`order ${order_id} is that of another process, which has lost the lock of its cart`)
}

async function undoLeftovers({ cart_id }: LockedCart, container: MedusaContainer): Promise<void> {
  const { placements } = container.resolve<BankService>(BANK_MODULE)
  for (const order_id of await placements.leftovers(cart_id)) await undoOrder(order_id, cart_id, container)
}

async function obstacleOf(
  payment: Payment,
  { cart_id }: LockedCart,
  container: MedusaContainer
): Promise<Obstacle | undefined> {
  const { id, session_id, amount, currency, status } = payment
  if (await container.resolve<BankService>(BANK_MODULE).operations.isOpen(id, "refund"))
    throw new Error(`the outcome of a refund of payment ${id} is not known yet`)
  if (isFullyRefunded(payment)) return "the payment was already refunded"
  // A payment with nothing due has no session that could have been replaced.
  if (status !== "nothing_due" && (await cartOfSession(container, session_id)) !== cart_id)
    return "the cart no longer exists"
  if (await orderOfCart(container, cart_id)) return "the cart has already become another order"
  // Medusa's completion fails with an internal error for it.
  if (await hasDeletedItems(container, cart_id)) return "a product of the cart was deleted"
  const hasChanged = async () => (await totalOfCart(container, cart_id, currency)) !== amount
  // Medusa holds its lock while it recalculates a cart, whose total is another one meanwhile.
  const isFinal = (await hasChanged()) && (await withMedusaLock(container, cart_id, hasChanged))
  return isFinal ? "the cart has changed" : undefined
}

/** A refund of a part leaves a payment that still pays for its order. A refund that is not complete counts. */
function isFullyRefunded(payment: Payment): boolean {
  const { status, captured_amount, refunded_amount, refund_pending_amount } = payment
  const refunded = refunded_amount + refund_pending_amount
  return refunded > 0 && refunded >= captured_amount && status !== "partially_captured"
}

async function markCart({ cart_id }: LockedCart, container: MedusaContainer): Promise<void> {
  const carts = container.resolve(Modules.CART)
  const { metadata } = await carts.retrieveCart(cart_id, { select: ["id", "metadata"] })
  await carts.updateCarts(cart_id, { metadata: { ...metadata, [CART_MARK]: cart_id } })
}

async function recordOrder(
  order_id: string,
  payment: Payment,
  lock: LockedCart,
  container: MedusaContainer
): Promise<void> {
  const { placements } = container.resolve<BankService>(BANK_MODULE)
  const orders = container.resolve(Modules.ORDER)
  // Missing when another worker has taken over the cart lock and undone the order.
  const [placed] = await orders.listOrders({ id: order_id }, { select: ["id", "display_id"] })
  const order = placed && { order_id, shop_order_id: placed.display_id ?? null }
  if (!order || !(await placements.record(payment.id, order, lock))) throw lostLock(lock)
}

const lostLock = ({ cart_id }: LockedCart, cause?: unknown): Error =>
  new Error(`cart ${cart_id} lost its lock during completion`, { cause })
