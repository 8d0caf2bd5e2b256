import type { IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { toDecimal } from "../../domain/money"
import { isAtProvider } from "../../domain/payment-route"
import type { Decline, Effect, Fact } from "../../domain/settlement"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import type { DueEffect } from "../../modules/bank/models/effect"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { POLICY_MODULE } from "../../modules/policy"
import type PolicyService from "../../modules/policy/service"
import { announceOrder } from "./announce-order"
import { recordMovements } from "./record-movements"
import { cancelPendingOrder, isOrderOver } from "../payment/cancel-pending"
import { closeSessions } from "../page/close-sessions"
import { recordPaid } from "../page/record-paid"
import { isReplaced, medusaPaymentOf, mirrorMovement } from "./mirror-movement"
import { noteDisputes, noteReview } from "./note-on-order"
import { placeFree } from "./place-free"
import { assertLeased, settleOrder, UNDER_REVIEW } from "./settle-order"
import { recordRefund } from "../storefront/record-refund"
import { reportRefusal } from "../storefront/report-refusal"

type Perform = (payment: Payment, container: MedusaContainer, due: DueEffect) => Promise<Fact>

/**
 * How each effect is performed in Medusa. An effect is a pending consequence of a change at the bank, such as placing
 * the order. All functions can safely run again after a crash at any instruction.
 */
const PERFORM: Record<Effect, Perform> = {
  action_required: async () => ({}),
  authorized: settleOrder,
  captured: settleOrder,
  capture: mirror,
  refund: mirror,
  refund_failed: noteFailedRefund,
  voided: cancelRecord,
  failed: cancelPendingOrder,
  dispute: noteDisputes,
  review: reportReview,
  nothing_due: placeFree,
}

/** The same for a payment at another provider, whose movements Medusa itself records. */
const PERFORM_AT_PROVIDER: Partial<Record<Effect, Perform>> = {
  authorized: announcePaid,
  refund: completeRefund,
  failed: endUnpaid,
}

/** Performs an effect. */
export async function perform(payment: Payment, container: MedusaContainer, due: DueEffect): Promise<Fact> {
  if (!isAtProvider(payment.route)) return PERFORM[due.effect](payment, container, due)
  return (await PERFORM_AT_PROVIDER[due.effect]?.(payment, container, due)) ?? {}
}

/** Announces the order of a payment. If the order is canceled, the payment needs review. */
async function announcePaid(payment: Payment, container: MedusaContainer): Promise<Fact> {
  if (payment.announced_at) return {}
  if (payment.route === "page") {
    // Another session of the order could be paid, too.
    await recordPaid(container, payment)
    await closeSessions(container, String(payment.order_id))
  }
  if (await isOrderOver(payment, container)) {
    const { payments } = container.resolve<BankService>(BANK_MODULE)
    await payments.noteForReview(payment.id, { reason: PAID_TOO_LATE.message, source: "paid_too_late" })
    return { error: PAID_TOO_LATE }
  }
  await announceOrder(payment, container)
  return {}
}

/**
 * Cancels the order of a payment on the store's page that ended. A session that was created meanwhile would keep the order
 * open. The storefront's order is the merchant's, who may be paid in another way.
 */
async function endUnpaid(payment: Payment, container: MedusaContainer, { key }: DueEffect): Promise<Fact> {
  if (payment.route === "storefront") return reportRefusal(payment, container, key)
  await closeSessions(container, String(payment.order_id))
  return cancelPendingOrder(payment, container)
}

const PAID_TOO_LATE: Decline = {
  code: "not_refunded",
  message: "The payment was made when the order was already canceled. The merchant still has to refund it.",
}

/** Completes Medusa's record of a refund that the plugin has requested. */
async function completeRefund(payment: Payment, container: MedusaContainer, due: DueEffect): Promise<Fact> {
  const { movement } = due
  if (!movement || !payment.order_id) return {}
  await assertLeased(due, container)
  await recordRefund(container, payment, movement)
  await container.resolve<BankService>(BANK_MODULE).providerPayments.follow(payment.order_id)
  return {}
}

/** Records in Medusa the one capture or refund that this effect is about. */
async function mirror(payment: Payment, container: MedusaContainer, due: DueEffect): Promise<Fact> {
  const { effect, movement } = due
  if (movement && !(await isWithoutRecord(payment, container))) {
    await assertLeased(due, container)
    await mirrorMovement(effect === "refund" ? "refund" : "capture", payment, movement, container)
  }
  return {}
}

/**
 * Whether Medusa has no record of the payment and gets none: it never became an order, its session was replaced, or it
 * went to manual review before it was recorded.
 */
async function isWithoutRecord(payment: Payment, container: MedusaContainer): Promise<boolean> {
  if (payment.origin === "cart" && !payment.order_id) return true
  if (await medusaPaymentOf(payment, container)) return false
  return payment.status === "manual_review" || isReplaced(payment, container)
}

/**
 * Reports a failed refund for review: the merchant must still refund the customer. Medusa has no refund record, because
 * that is written only after the bank has executed the refund. A transaction that Medusa's cancellation workflow has
 * written to the order is corrected.
 */
async function noteFailedRefund(
  payment: Payment,
  container: MedusaContainer,
  { movement, key }: DueEffect
): Promise<Fact> {
  const { id, currency } = payment
  const { payments, operations } = container.resolve<BankService>(BANK_MODULE)
  const amount = movement && toDecimal(movement.amount, currency)
  const reason = `A refund of ${amount} ${currency} failed at the bank`
  const operation = movement?.merchant_reference && (await operations.find(movement.merchant_reference))
  if (operation)
    await container.resolve<PolicyService>(POLICY_MODULE).approvals.fail(operation.id, "refund_failed")
  await payments.noteForReview(id, { reason, source: key, is_failed_refund: true })
  const record = await medusaPaymentOf(payment, container)
  if (record) await recordMovements("refund", payment, record, [], container)
  return noteReview(payment, container)
}

/**
 * Cancels Medusa's payment after the bank has voided the authorization, regardless of who initiated the void. Without a
 * Medusa payment the order can no longer be paid, so it is canceled; likewise when the agent has canceled its task.
 */
async function cancelRecord(payment: Payment, container: MedusaContainer): Promise<Fact> {
  const record = await medusaPaymentOf(payment, container)
  // A capture may still wait to be recorded, and Medusa records nothing on a canceled payment.
  if (record && !record.canceled_at && payment.captured_amount === 0)
    await container.resolve<IPaymentModuleService>(Modules.PAYMENT).cancelPayment(record.id)
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  const isOver = !record || (await agent.isCancelRequested(payment.id))
  return isOver ? cancelPendingOrder(payment, container) : {}
}

/** Reports that the payment needs review. The waiting task fails, because a review may take days. */
async function reportReview(payment: Payment, container: MedusaContainer): Promise<Fact> {
  await noteReview(payment, container)
  return { error: UNDER_REVIEW }
}
