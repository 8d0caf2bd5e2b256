import { asValue } from "@medusajs/framework/awilix"
import type { MedusaContainer } from "@medusajs/framework/types"
import { createMedusaContainer, MedusaError, Modules } from "@medusajs/framework/utils"
import { asRefusalOfSession } from "../../lib/medusa-refusal"
import { toMinorUnits } from "../../lib/minor-units"
import { replacingMethods } from "../../lib/module-transaction"
import { BANK_MODULE } from "../../modules/bank"
import type { LockedCart } from "../../modules/bank/cart-locks"
import type BankService from "../../modules/bank/service"
import type { StorefrontHandOff } from "../../modules/agent/models/storefront-hand-off"
import { hasDeletedItems, orderOfCart, totalOfCart } from "../../queries/checkout/carts"
import { leftOrders } from "../../queries/checkout/cart-order"
import type { CartPayment } from "../../queries/payment/cart-payments"
import { withStockLocks } from "../stock/with-stock-locks"
import { completeLockedCartWorkflow } from "../settlement/complete-cart"
import { undoOrder } from "../settlement/undo-order"
import { recordCompleted } from "./find-orders"
import { withMedusaLock } from "./medusa-lock"

/**
 * Places the order of a paid cart as the customer's storefront would, and records it. The last piece of an item is sold
 * once, also on several servers. Call with the plugin's lock of the cart. Returns what was done. Throws a refusal
 * (`isMedusaRefusal`) if the payment is not the cart's total or a product was deleted, and any error with which Medusa
 * cannot place the order.
 */
export async function placePaidCart(
  container: MedusaContainer,
  hand_off: StorefrontHandOff,
  payment: CartPayment,
  lock: LockedCart
): Promise<string> {
  // For all of it: a webhook of the provider could place an order that looks like one that a failed completion has left.
  const order_id = await withMedusaLock(container, hand_off.cart_id, () =>
    place(container, hand_off, payment, lock)
  )
  await recordCompleted(container, hand_off, order_id)
  return `has the order ${order_id} now`
}

/** Does not touch an order that another process has placed before this one got the lock: the next attempt records it. */
async function place(
  container: MedusaContainer,
  hand_off: StorefrontHandOff,
  { session_id, amount, currency }: CartPayment,
  lock: LockedCart
): Promise<string> {
  const { cart_id } = hand_off
  const refusal = (why: string) => new MedusaError(MedusaError.Types.NOT_ALLOWED, why)
  if (await orderOfCart(container, cart_id)) throw new Error("the cart has become an order meanwhile")
  await undoLeft(container, hand_off, lock)
  if (toMinorUnits(amount, currency) !== (await totalOfCart(container, cart_id, currency)))
    throw refusal("the cart's total is not the paid amount")
  // Medusa's completion fails with an internal error for it.
  if (await hasDeletedItems(container, cart_id)) throw refusal("a product of the cart was deleted")
  const scope = withoutRefunds(withStockLocks(container))
  // Medusa does not complete a cart whose session has failed once, although the customer has paid with another card.
  await scope.resolve(Modules.PAYMENT).authorizePaymentSession(session_id, {})
  try {
    const { result } = await completeLockedCartWorkflow(scope).run({ input: { cart_id } })
    return result.id
  } catch (error) {
    // Medusa's workflow engine may fail to compensate, too.
    await undoLeft(container, hand_off, lock)
    throw asRefusalOfSession(error, session_id)
  }
}

/** Throws if the plugin's lock of the cart was lost: another server may have placed the order that looks left. */
async function undoLeft(
  container: MedusaContainer,
  hand_off: StorefrontHandOff,
  lock: LockedCart
): Promise<void> {
  const { cartLocks } = container.resolve<BankService>(BANK_MODULE)
  if (!(await cartLocks.isLocked(lock))) throw new Error("the lock of the cart was lost")
  for (const id of await leftOrders(container, hand_off)) await undoOrder(id, hand_off.cart_id, container)
}

const keep = () => Promise.reject(new Error("the payment is kept for the next attempt"))

/** What Medusa calls for a paid payment when it cannot complete the cart. */
const RETURNING = {
  cancelPayment: keep,
  refundPayment: keep,
  deletePaymentSession: keep,
  createPaymentSession: keep,
}

/** The property through which Medusa's payment module calls the providers. It cancels there what it cannot store. */
const PROVIDERS = "paymentProviderService_"

/**
 * A container in which Medusa neither cancels nor refunds a payment, nor replaces its session. Otherwise it does so each
 * time that it cannot place the order, and refunds again if the answer was lost.
 */
function withoutRefunds(container: MedusaContainer): MedusaContainer {
  const scope = createMedusaContainer({}, container)
  const payments = container.resolve(Modules.PAYMENT)
  const providers = withoutCancellation(Reflect.get(payments, PROVIDERS) as object)
  scope.register(Modules.PAYMENT, asValue(replacing(payments, { ...RETURNING, [PROVIDERS]: providers })))
  return scope
}

/** The providers, with a cancellation that does nothing: Medusa then rethrows why it could not store the payment. */
function withoutCancellation(providers: object): object {
  return replacingMethods(providers, { cancelPayment: () => Promise.resolve({}) })
}

/** The object with other values for some of its properties, which its methods use, too, unlike with `replacingMethods`. */
function replacing<T extends object>(target: T, replaced: Readonly<Record<string, unknown>>): T {
  return new Proxy(target, {
    get: (object, name) =>
      typeof name === "string" && Object.hasOwn(replaced, name)
        ? replaced[name]
        : (Reflect.get(object, name) as unknown),
  })
}
