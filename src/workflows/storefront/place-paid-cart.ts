import { asValue } from "@medusajs/framework/awilix"
import type { MedusaContainer } from "@medusajs/framework/types"
import { createMedusaContainer, Modules } from "@medusajs/framework/utils"
import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { toMinorUnits } from "../../lib/minor-units"
import type { StorefrontHandOff } from "../../modules/agent/models/storefront-hand-off"
import { totalOfCart } from "../../queries/checkout/carts"
import type { CartPayment } from "../../queries/payment/cart-payments"
import { withStockLocks } from "../stock/with-stock-locks"
import { recordCompleted } from "./find-orders"
import { withMedusaLock } from "./medusa-lock"

/**
 * Places the order of a paid cart as the customer's storefront would, and records it. The last piece of an item is sold
 * once, also on several servers. Returns what was done. Throws if the payment is not the cart's total, or if Medusa
 * cannot place the order.
 */
export async function placePaidCart(
  container: MedusaContainer,
  hand_off: StorefrontHandOff,
  { session_id, amount, currency }: CartPayment
): Promise<string> {
  const { cart_id } = hand_off
  const total = await totalOfCart(container, cart_id, currency)
  if (toMinorUnits(amount, currency) !== total) throw new Error("the cart's total is not the paid amount")
  // Medusa does not complete a cart whose session has failed once, although the customer has paid with another card. The
  // lock, because Medusa cancels the payment of one of two simultaneous authorizations of a session at the provider.
  await withMedusaLock(container, cart_id, () =>
    container.resolve(Modules.PAYMENT).authorizePaymentSession(session_id, {})
  )
  const { result } = await completeCartWorkflow(withoutRefunds(withStockLocks(container))).run({
    input: { id: cart_id },
  })
  await recordCompleted(container, hand_off, result.id)
  return `has the order ${result.id} now`
}

/**
 * A container in which Medusa refunds nothing. Otherwise it refunds a captured payment each time that it cannot place the
 * order, and again if the answer was lost.
 */
function withoutRefunds(container: MedusaContainer): MedusaContainer {
  const scope = createMedusaContainer({}, container)
  const refundPayment = () => Promise.reject(new Error("the payment is kept for the next attempt"))
  const payments = new Proxy(container.resolve(Modules.PAYMENT), {
    get: (target, name) =>
      name === "refundPayment" ? refundPayment : (Reflect.get(target, name) as unknown),
  })
  scope.register(Modules.PAYMENT, asValue(payments))
  return scope
}
