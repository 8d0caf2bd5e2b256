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
import { isLeftOrder, leftOrders } from "../../queries/checkout/cart-order"
import { paymentPlaceOf } from "../../queries/checkout/payment-place"
import type { CartPayment } from "../../queries/payment/cart-payments"
import { withStockLocks } from "../stock/with-stock-locks"
import { completeLockedCartWorkflow } from "../settlement/complete-cart"
import { undoOrder } from "../settlement/undo-order"
import { recordCompleted } from "./find-orders"
import { withMedusaLock } from "./medusa-lock"

/**
 * Places the order of a paid cart as the customer's storefront would, and records it. The last unit of an item is sold
 * once, also with several servers. The caller holds the plugin's lock of the cart. Returns a description of the result for
 * the log. Throws a refusal (`isMedusaRefusal`) if the paid amount or currency is not the cart's or a product was deleted, and
 * any error that keeps Medusa from placing the order.
 */
export async function placePaidCart(
  container: MedusaContainer,
  hand_off: StorefrontHandOff,
  payment: CartPayment,
  lock: LockedCart
): Promise<string> {
  // The lock covers all steps: an order that a provider's webhook places in between would look like one that a failed
  // completion left behind.
  const order_id = await withMedusaLock(container, hand_off.cart_id, () =>
    place(container, hand_off, payment, lock)
  )
  await recordCompleted(container, hand_off, order_id)
  return `has the order ${order_id} now`
}

/** Leaves an order alone that another process placed before this one got the lock: the next attempt records it. */
async function place(
  container: MedusaContainer,
  hand_off: StorefrontHandOff,
  { session_id, amount, currency }: CartPayment,
  lock: LockedCart
): Promise<string> {
  const { cart_id } = hand_off
  const refusal = (why: string) => new MedusaError(MedusaError.Types.NOT_ALLOWED, why)
  const order_id = await orderOfCart(container, cart_id)
  if (order_id && !(await isLeftOrder(container, order_id)))
    throw new Error("the cart has become an order meanwhile")
  await undoLeft(container, hand_off, lock)
  if (toMinorUnits(amount, currency) !== (await totalOfCart(container, cart_id, currency)))
    throw refusal("the cart's total is not the paid amount")
  if ((await paymentPlaceOf(container, cart_id))?.currency !== currency)
    throw refusal("the cart's currency is not that of the payment")
  // Medusa's completion would fail with an internal error, which is no refusal.
  if (await hasDeletedItems(container, cart_id)) throw refusal("a product of the cart was deleted")
  const scope = withoutRefunds(withStockLocks(container))
  // Medusa does not complete a cart whose payment session has failed once, even if the customer then paid with another card.
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

/**
 * Deletes the orders that interrupted completions left behind. Throws if the plugin's lock of the cart was lost: another
 * server may just have placed an order that looks the same.
 */
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

/** The calls with which Medusa ends or replaces a paid payment when it cannot complete the cart. */
const RETURNING = {
  cancelPayment: keep,
  refundPayment: keep,
  deletePaymentSession: keep,
  createPaymentSession: keep,
}

/** The property with which Medusa's payment module calls the providers, also to cancel a payment that it cannot store. */
const PROVIDERS = "paymentProviderService_"

/**
 * A container in which Medusa neither cancels nor refunds a payment, nor replaces its session. Without it, Medusa does so
 * each time that it cannot place the order, and refunds again if the provider's answer was lost.
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

/** The object with other values for some properties. Unlike with `replacingMethods`, its own methods use them, too. */
function replacing<T extends object>(target: T, replaced: Readonly<Record<string, unknown>>): T {
  return new Proxy(target, {
    get: (object, name) =>
      typeof name === "string" && Object.hasOwn(replaced, name)
        ? replaced[name]
        : (Reflect.get(object, name) as unknown),
  })
}
