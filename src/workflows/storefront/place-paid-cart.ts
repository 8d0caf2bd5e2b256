import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { toMinorUnits } from "../../lib/minor-units"
import type { StorefrontHandOff } from "../../modules/agent/models/storefront-hand-off"
import { totalOfCart } from "../../queries/checkout/carts"
import type { CartPayment } from "../../queries/payment/cart-payments"
import { withStockLocks } from "../stock/with-stock-locks"
import { recordOrder } from "./record-order"
import { CART_LOCK } from "./refund-cart"

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
  await authorize(container, cart_id, session_id)
  const { result } = await completeCartWorkflow(withStockLocks(container)).run({ input: { id: cart_id } })
  await recordOrder(container, hand_off)
  return `has the order ${result.id} now`
}

/**
 * Medusa does not complete a cart whose session has failed once, although the customer has paid with another card. Holds
 * Medusa's own lock of the cart: of two simultaneous authorizations of a session, Medusa cancels the payment of one at the
 * provider.
 */
async function authorize(container: MedusaContainer, cart_id: string, session_id: string): Promise<void> {
  await container
    .resolve(Modules.LOCKING)
    .execute(
      [cart_id],
      () => container.resolve(Modules.PAYMENT).authorizePaymentSession(session_id, {}),
      CART_LOCK
    )
}
