import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { AGENT_MODULE } from "../../modules/agent"
import type { StorefrontHandOff } from "../../modules/agent/models/storefront-hand-off"
import type AgentService from "../../modules/agent/service"
import { orderOfCart } from "../../queries/checkout/carts"
import { type CartPayment, paymentOfSession } from "../../queries/payment/cart-payments"

/** How long Medusa's lock of the cart is waited for, in seconds. */
export const CART_LOCK = { timeout: 30 }

/**
 * Cancels the payment of a cart that has no order, or refunds it if it is captured. Returns what was done. Holds Medusa's
 * own lock of the cart, so that a late webhook does not place the order meanwhile. Throws if the cart has an order.
 */
export async function refundCart(
  container: MedusaContainer,
  { session_id, cart_id }: StorefrontHandOff,
  payment: CartPayment
): Promise<string> {
  const done = await container.resolve(Modules.LOCKING).execute(
    [cart_id],
    async () => {
      if (await orderOfCart(container, cart_id)) throw new Error("the cart has become an order")
      return endPayment(container, cart_id, payment)
    },
    CART_LOCK
  )
  await container.resolve<AgentService>(AGENT_MODULE).storefrontPayments.noteUnpaid(session_id)
  return done
}

async function endPayment(
  container: MedusaContainer,
  cart_id: string,
  { session_id, provider_id }: CartPayment
): Promise<string> {
  const payments = container.resolve(Modules.PAYMENT)
  const payment = await payments.authorizePaymentSession(session_id, {})
  if (!payment) throw new Error(`the payment is not authorized at ${provider_id}`)
  await closeSession(container, session_id)
  // Of this session: another session of the cart may hold money too, with an amount of its own.
  const { captured } = await paymentOfSession(container, cart_id, session_id)
  const isCaptured = Number(captured) > 0
  if (isCaptured) await payments.refundPayment({ payment_id: payment.id, amount: captured })
  else await payments.cancelPayment(payment.id)
  return isCaptured ? "is refunded" : "is canceled"
}

/** Before the payment ends: Medusa would place an order with an ended payment whose session is still authorized. */
async function closeSession(container: MedusaContainer, id: string): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  const { data = {}, amount, currency_code } = await payments.retrievePaymentSession(id)
  await payments.updatePaymentSession({ id, data, amount, currency_code, status: "canceled" })
}
