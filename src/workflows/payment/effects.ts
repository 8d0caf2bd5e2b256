import type { IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { processPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { toDecimal } from "../../domain/money"
import type { Decline, Effect, PaymentStatus } from "../../domain/settlement"
import { reached } from "../../failpoints"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import type { DueEffect } from "../../modules/bank/models/effect"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { announceOrder } from "./announce-order"
import { bookMovements } from "./book-movements"
import { cancelPendingOrder, isOrderOver } from "./cancel-pending"
import { giveBack } from "./give-back"
import { isReplaced, medusaPaymentOf, mirrorMovement } from "./mirror"
import { noteDisputes, noteReview } from "./note-on-order"
import { mayTryAgain, type Obstacle, placeCart } from "./place-cart"
import { placeFree } from "./place-free"
import { settleStanding } from "./settle-standing"

/** What performing an effect has taught us about the payment. */
export interface Fact {
  /** Why the task that waits for it fails, whatever the effect says of it. */
  readonly error?: Decline
}

type Perform = (payment: Payment, container: MedusaContainer, due: DueEffect) => Promise<Fact>

/** How each effect becomes a fact in Medusa. All of them are safe to run again after a crash at any instruction. */
export const PERFORM: Record<Effect, Perform> = {
  action_required: async () => ({}),
  authorized: settleOrder,
  captured: settleOrder,
  capture: mirror,
  refund: mirror,
  refund_failed: noteFailedRefund,
  voided: releaseRecord,
  failed: cancelPendingOrder,
  dispute: noteDisputes,
  review: holdForReview,
  nothing_due: placeFree,
}

/**
 * The order is paid, or authorized, and then announced: never before, and not when its money goes back. What a person
 * must look at first is neither settled nor given back.
 */
async function settleOrder(payment: Payment, container: MedusaContainer, due: DueEffect): Promise<Fact> {
  if (payment.status === "manual_review") return { error: UNDER_REVIEW }
  if (await isReleasedUnseen(payment, container)) return { error: RELEASED }
  const obstacle = await PAY[payment.origin](payment, container, due)
  // Read again: the order is placed, or Medusa has refunded what it could make no order of.
  const settled = await container.resolve<BankService>(BANK_MODULE).payments.retrieve(payment.id)
  await assertHeld(due, container)
  if (obstacle) return giveBack(settled, obstacle, container)
  await reached("order_settled", payment.id)
  // What was announced before a crash stands, and a cancellation that came after it has seen to the money itself.
  if (!settled.announced_at && (await isOrderOver(settled, container)))
    return giveBack(settled, "its order was canceled before", container)
  await announceOrder(settled, container)
  await reached("order_announced", payment.id)
  return {}
}

const RELEASED: Decline = {
  code: "released",
  message: "The authorization was released before the order was placed.",
}

const UNDER_REVIEW: Decline = {
  code: "under_review",
  message: "The bank has told something else than was asked. The merchant has to look at the payment.",
}

const ENDED: readonly PaymentStatus[] = ["voided", "expired", "canceled", "declined"]

/** Whether an authorization has ended before Medusa came to know of it: then no order can be had for it any more. */
async function isReleasedUnseen(payment: Payment, container: MedusaContainer): Promise<boolean> {
  const { status, captured_amount } = payment
  return ENDED.includes(status) && !captured_amount && !(await medusaPaymentOf(payment, container))
}

type Pay = (payment: Payment, container: MedusaContainer, due: DueEffect) => Promise<Obstacle | undefined>

/** By where the order comes from. */
const PAY: Record<Payment["origin"], Pay> = {
  cart: placeOrder,
  order: payOrder,
  standing: (payment, container, due) =>
    settleStanding(payment, container, () => payOrder(payment, container, due)),
}

const assertHeld = (due: DueEffect, container: MedusaContainer): Promise<void> =>
  container.resolve<BankService>(BANK_MODULE).effects.assertHeld(due)

/** An agent's order was placed before. */
async function payOrder(
  payment: Payment,
  container: MedusaContainer,
  due: DueEffect
): Promise<Obstacle | undefined> {
  if (await isReplaced(payment, container)) return "its payment was replaced"
  await assertHeld(due, container)
  const action = due.effect === "authorized" ? "authorized" : "captured"
  await processPaymentWorkflow(container).run({
    input: {
      action,
      data: { session_id: String(payment.session_id), amount: toDecimal(payment.amount, payment.currency) },
    },
  })
  return undefined
}

/** A storefront's is placed now, by completing the cart. */
async function placeOrder(
  payment: Payment,
  container: MedusaContainer,
  due: DueEffect
): Promise<Obstacle | undefined> {
  if (payment.order_id) return undefined
  await assertHeld(due, container)
  try {
    return await placeCart(payment, container)
  } catch (error) {
    if (mayTryAgain(error, due)) throw error
    return `its cart can not be completed: ${(error as Error).message}`
  }
}

/** The one capture or refund of the bank's that this effect is about. */
async function mirror(payment: Payment, container: MedusaContainer, due: DueEffect): Promise<Fact> {
  const { effect, movement } = due
  if (movement && !(await isNowhere(payment, container))) {
    await assertHeld(due, container)
    await mirrorMovement(effect === "refund" ? "refund" : "capture", payment, movement, container)
  }
  return {}
}

/** What never became an order, is paid in another way, or was held for a person first, is in no record of the store's. */
async function isNowhere(payment: Payment, container: MedusaContainer): Promise<boolean> {
  if (payment.origin === "cart" && !payment.order_id) return true
  if (await medusaPaymentOf(payment, container)) return false
  return payment.status === "manual_review" || isReplaced(payment, container)
}

/**
 * No record says that the money went back: one is written only when it has. Nor does the order, of which Medusa's own
 * workflow says so when it cancels it. The merchant still owes it.
 */
async function noteFailedRefund(
  payment: Payment,
  container: MedusaContainer,
  { movement, key }: DueEffect
): Promise<Fact> {
  const { id, currency } = payment
  const amount = movement && toDecimal(movement.amount, currency)
  const reason = `A refund of ${amount} ${currency} failed at the bank`
  await container
    .resolve<BankService>(BANK_MODULE)
    .payments.noteForReview(id, { reason, source: key, is_failed_refund: true })
  const record = await medusaPaymentOf(payment, container)
  if (record) await bookMovements("refund", payment, record, [], container)
  return noteReview(payment, container)
}

/**
 * Medusa's payment is canceled when the bank has released the money, whoever asked for it. Without one the release is
 * the first we hear of the authorization, and the order can no longer be paid; nor can it when an agent ended its task.
 */
async function releaseRecord(payment: Payment, container: MedusaContainer): Promise<Fact> {
  const record = await medusaPaymentOf(payment, container)
  // What was captured may be owed to the record still, which takes nothing once it is canceled.
  if (record && !record.canceled_at && payment.captured_amount === 0)
    await container.resolve<IPaymentModuleService>(Modules.PAYMENT).cancelPayment(record.id)
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  const is_over = !record || (await agent.isCancelRequested(payment.id))
  return is_over ? cancelPendingOrder(payment, container) : {}
}

/** A person must look at it, and the task does not wait for that. */
async function holdForReview(payment: Payment, container: MedusaContainer): Promise<Fact> {
  await noteReview(payment, container)
  return { error: UNDER_REVIEW }
}
