import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules, PaymentSessionStatus } from "@medusajs/framework/utils"
import { toMinorUnits } from "../../lib/minor-units"
import { AGENT_MODULE } from "../../modules/agent"
import type { StorefrontHandOff } from "../../modules/agent/models/storefront-hand-off"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import type { Operation } from "../../modules/bank/models/operation"
import type BankService from "../../modules/bank/service"
import { orderOfCart } from "../../queries/checkout/carts"
import { sessionById } from "../../queries/checkout/sessions"
import { type CartPayment, paymentOfSession } from "../../queries/payment/cart-payments"
import { withMedusaLock } from "./medusa-lock"
import type { PaymentRecords } from "./payment-records"
import { recordRefundWithoutOrder, refundWithoutOrder } from "./refund-without-order"

/**
 * Cancels the payment of a cart that has no order, or refunds it if it is captured. Returns what was done. Holds Medusa's
 * own lock of the cart, so that a late webhook does not place the order meanwhile. Throws if the cart has an order, and
 * while it is not known whether the provider has made the refund.
 */
export async function refundCart(
  container: MedusaContainer,
  hand_off: StorefrontHandOff,
  payment: CartPayment
): Promise<string> {
  const { session_id, cart_id } = hand_off
  const done = await withMedusaLock(container, cart_id, async () => {
    if (await orderOfCart(container, cart_id)) throw new Error("the cart has become an order")
    return endPayment(container, hand_off, payment)
  })
  await container.resolve<AgentService>(AGENT_MODULE).storefrontPayments.noteUnpaid(session_id, false)
  return done
}

async function endPayment(
  container: MedusaContainer,
  hand_off: StorefrontHandOff,
  { session_id, provider_id }: CartPayment
): Promise<string> {
  const payments = container.resolve(Modules.PAYMENT)
  const payment = await payments.authorizePaymentSession(session_id, {})
  if (!payment) throw new Error(`the payment is not authorized at ${provider_id}`)
  await closeSession(container, session_id)
  // Of this session: another session of the cart may hold money too, with an amount of its own.
  const held = await paymentOfSession(container, hand_off.cart_id, session_id)
  if (Number(held.captured) > 0) return refund(container, hand_off, { ...held, payment_id: payment.id })
  await payments.cancelPayment(payment.id)
  return "is canceled"
}

/** Before the payment ends: Medusa would place an order with an ended payment whose session is still authorized. */
async function closeSession(container: MedusaContainer, id: string): Promise<void> {
  const records = container.resolve<unknown>(Modules.PAYMENT) as PaymentRecords
  await records.updatePaymentSessions({ id, status: PaymentSessionStatus.CANCELED })
}

type Captured = CartPayment & { readonly payment_id: string }

/**
 * Refunds all that is left of a captured payment, once, and deletes its session in Medusa's records. Otherwise the customer
 * could not pay again: Medusa ends the old session at the provider then, and Stripe refuses to end a captured payment.
 */
async function refund(
  container: MedusaContainer,
  hand_off: StorefrontHandOff,
  held: Captured
): Promise<string> {
  const operation = await begin(container, hand_off, held)
  if (operation.status !== "done") await refundWithoutOrder(container, operation)
  await recordRefundWithoutOrder(container, operation)
  const records = container.resolve<unknown>(Modules.PAYMENT) as PaymentRecords
  await records.softDeletePaymentSessions([held.session_id])
  return "is refunded"
}

/** The stored refund of the payment, which is recorded for the merchant first. */
async function begin(
  container: MedusaContainer,
  { session_id, cart_id }: StorefrontHandOff,
  { payment_id: medusa_id, captured, currency }: Captured
): Promise<Operation> {
  const { placements, operations } = container.resolve<BankService>(BANK_MODULE)
  const { client_id = null, requested } = (await sessionById(container, session_id)) ?? {}
  const amount = toMinorUnits(captured, currency)
  const payment_id = await placements.recordWithoutOrder({
    medusa_id,
    client_id,
    cart_id,
    amount,
    currency,
    description: `Checkout ${session_id}`,
    customer_email: requested?.buyer.email ?? null,
  })
  const id = `op_${medusa_id}`
  const known =
    (await operations.resume(id)) ?? (await operations.begin({ id, payment_id, kind: "refund", amount }))
  if (!known) throw new Error("another refund of it is in progress")
  return known
}
