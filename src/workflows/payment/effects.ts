import type {
  IEventBusModuleService,
  IOrderModuleService,
  IPaymentModuleService,
  MedusaContainer,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  cancelOrderWorkflow,
  completeCartWorkflow,
  processPaymentWorkflow,
} from "@medusajs/medusa/core-flows"
import { toDecimal } from "../../domain/money"
import type { Decline, Effect } from "../../domain/settlement"
import { reached } from "../../failpoints"
import { BANK_MODULE } from "../../modules/bank"
import type { DueEffect } from "../../modules/bank/models/effect"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { giveBack } from "./give-back"
import { medusaPaymentOf, mirrorMovement } from "./mirror"
import { noteDisputes, noteReview } from "./note-on-order"

/** What performing an effect has taught us about the payment. */
export interface Fact {
  /** The order it ended in. */
  readonly order?: Pick<Payment, "order_id" | "shop_order_id">
  /** Why its money could pay for nothing and was given back. */
  readonly given_back?: Decline
}

type Perform = (payment: Payment, container: MedusaContainer, due: DueEffect) => Promise<Fact>

/** How each effect becomes a fact in Medusa. All of them are safe to run again after a crash at any instruction. */
export const PERFORM: Record<Effect, Perform> = {
  action_required: async () => ({}),
  authorized: settleOrder,
  captured: settleOrder,
  capture: mirror,
  refund: mirror,
  voided: releaseRecord,
  failed: cancelPendingOrder,
  dispute: noteDisputes,
  review: noteReview,
}

async function settleOrder(payment: Payment, container: MedusaContainer, due: DueEffect): Promise<Fact> {
  if (payment.origin === "cart") return completeCart(payment, container, due)
  const action = due.effect === "authorized" ? "authorized" : "captured"
  await processPaymentWorkflow(container).run({
    input: { action, data: { session_id: String(payment.session_id), amount: amountOf(payment) } },
  })
  reached("order_settled")
  if (await isCanceled(payment, container))
    return giveBack(payment, "its order was canceled before", container)
  await announceOrder(payment, container)
  reached("order_announced")
  return {}
}

/** Medusa takes decimals here, although its type only names the number. */
function amountOf({ amount, currency }: Payment): number {
  return Number(toDecimal(amount, currency))
}

async function isCanceled({ order_id }: Payment, container: MedusaContainer): Promise<boolean> {
  const orders = container.resolve<IOrderModuleService>(Modules.ORDER)
  const { status } = await orders.retrieveOrder(String(order_id), { select: ["id", "status"] })
  return status === "canceled"
}

/** `order.placed`, which a storefront order emits by itself: stores send their confirmation mail on it. */
async function announceOrder({ order_id }: Payment, container: MedusaContainer): Promise<void> {
  const events = container.resolve<IEventBusModuleService>(Modules.EVENT_BUS)
  await events.emit({ name: "order.placed", data: { id: order_id } })
}

/** Medusa's compensation and ours get this many attempts before a cart counts as one that can not be completed. */
const ATTEMPTS = 3

/** The shopper's cart becomes the order now that the bank has authorised; Medusa finds an order made before. */
async function completeCart(
  payment: Payment,
  container: MedusaContainer,
  { attempts }: DueEffect
): Promise<Fact> {
  const cart_id = await cartOf(payment, container)
  if (!cart_id || payment.refunded_amount > 0) return giveBack(payment, "its cart is gone", container)
  try {
    const order_id = await completeOnce(cart_id, container)
    reached("order_settled")
    const orders = container.resolve<IOrderModuleService>(Modules.ORDER)
    const { display_id } = await orders.retrieveOrder(order_id, { select: ["id", "display_id"] })
    return { order: { order_id, shop_order_id: display_id } }
  } catch (error) {
    if (attempts < ATTEMPTS) throw error
    return giveBack(payment, `its cart can not be completed: ${(error as Error).message}`, container)
  }
}

/** The one capture or refund of the bank's that this effect is about. */
async function mirror(
  payment: Payment,
  container: MedusaContainer,
  { effect, movement }: DueEffect
): Promise<Fact> {
  // Money given back for a cart that never became an order is in no record of the store's.
  const nowhere = payment.origin === "cart" && !payment.order_id
  if (movement && !nowhere)
    await mirrorMovement(effect === "refund" ? "refund" : "capture", payment, movement, container)
  return {}
}

/** Medusa's payment is canceled when the bank has released the money, whoever asked for it. */
async function releaseRecord(payment: Payment, container: MedusaContainer): Promise<Fact> {
  const record = await medusaPaymentOf(payment, container)
  if (record && !record.canceled_at)
    await container.resolve<IPaymentModuleService>(Modules.PAYMENT).cancelPayment(record.id)
  return {}
}

async function completeOnce(cart_id: string, container: MedusaContainer): Promise<string> {
  const release = await container.resolve<BankService>(BANK_MODULE).cartLocks.acquire(cart_id)
  try {
    return (await completeCartWorkflow(container).run({ input: { id: cart_id } })).result.id
  } finally {
    await release()
  }
}

/** The cart a storefront's session belongs to; undefined when the session was replaced or the cart deleted. */
async function cartOf({ session_id }: Payment, container: MedusaContainer): Promise<string | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: sessions } = await query.graph({
    entity: "payment_session",
    fields: ["payment_collection_id"],
    filters: { id: session_id },
  })
  if (!sessions[0]) return undefined
  const { data: links } = await query.graph({
    entity: "cart_payment_collection",
    fields: ["cart_id"],
    filters: { payment_collection_id: sessions[0].payment_collection_id },
  })
  return links[0]?.cart_id
}

/** An order placed for a payment that came to nothing is canceled and its stock freed; a cart just stays a cart. */
async function cancelPendingOrder(payment: Payment, container: MedusaContainer): Promise<Fact> {
  const { order_id, origin } = payment
  if (origin === "order" && order_id && !(await isCanceled(payment, container)))
    await cancelOrderWorkflow(container).run({ input: { order_id } })
  return {}
}
