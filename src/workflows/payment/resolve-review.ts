import { setTimeout as sleep } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { problem } from "../../domain/errors"
import { isAtProvider } from "../../domain/payment-route"
import { logOf } from "../../lib/log"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import { Cancellations } from "../../modules/bank/cancellations"
import type { Operation } from "../../modules/bank/models/operation"
import type { Payment } from "../../modules/bank/models/payment"
import { Operations } from "../../modules/bank/operations"
import type { Resolution } from "../../modules/bank/review"
import type BankService from "../../modules/bank/service"
import { withRefundsLease } from "../order/lease-payments"
import { noteOnOrder } from "../settlement/note-on-order"
import { attemptFor } from "../settlement/settle-payment"
import { completeRecord, deleteRefund, isRecordable } from "../storefront/record-refund"
import { recordRefundWithoutOrder, refundWithoutOrder } from "../storefront/refund-without-order"
import { failRefused } from "./operate-payment"
import { reconcilePayment } from "./reconcile-payment"
import { assertUnfinished, recordOutcome } from "./record-outcome"

/** How long a request that closes a review waits for the bank's answer. Reconciliation queries the bank in any case. */
const WAIT_TIMEOUT_MS = 5000

/** A staff member's resolution, and what they found out about a call with an unknown outcome. */
export interface ReviewResolution extends Resolution {
  /** Whether the payment's provider has made the refund whose outcome is unknown. */
  readonly was_refunded?: boolean
  /** Whether the bank has executed the call that it does not finish. */
  readonly was_executed?: boolean
}

/**
 * Closes the review of a payment, on its order too, and stores who closed it, when and why. For a payment in
 * `manual_review` the bank is queried at once and its answer settled. A refund with an unknown outcome at another
 * provider ends as the staff member says: it is recorded in Medusa, or refused; without an order it is then made. If it was
 * the refund of a cancellation, the order is canceled by the next run of the job, or the cancellation ends. A call that the
 * bank does not finish ends as the staff member says, too, and the bank is queried at once. Throws
 * `payment_not_found`, and `invalid_state` when no review is open, when a reason was added that the staff member has not
 * read, when `was_refunded` or `was_executed` is missing or answers nothing, when `was_executed` is true and the bank lists no such unfinished call, when `was_refunded` is true although Medusa has
 * recorded other refunds of the money meanwhile, and when the bank reports the call's outcome meanwhile; `bank_unavailable`
 * when `was_executed` is given and the bank does not answer.
 */
export async function resolveReview(
  container: MedusaContainer,
  payment_id: string,
  resolution: ReviewResolution
): Promise<void> {
  const { cartLocks, payments } = container.resolve<BankService>(BANK_MODULE)
  if (!(await payments.find({ id: payment_id }))) throw problem("payment_not_found", { payment_id })
  // Two staff members may give different answers about a refund; only the first one changes Medusa's records.
  const lock = await cartLocks.acquire(`review of ${payment_id}`)
  const refund = await close(container, payment_id, resolution).finally(() => lock.release())
  const payment = await payments.retrieve(payment_id)
  if (refund && !payment.order_id) await continueWithoutOrder(container, payment, refund)
  await settleResolved(container, payment, resolution.was_executed !== undefined)
}

/** Closes the review, and ends the refund whose outcome was unknown. Returns that refund. */
async function close(
  container: MedusaContainer,
  payment_id: string,
  { was_refunded, was_executed, ...resolution }: ReviewResolution
): Promise<Operation | undefined> {
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  const endCall = await callEnd(container, payment_id, { ...resolution, was_executed })
  const refund = await unknownRefund(container, payment_id)
  if ((refund === undefined) !== (was_refunded === undefined))
    throw problem("invalid_state", { payment_id }, refund ? OUTCOME_MISSING : NOTHING_UNKNOWN)
  if (refund && !was_refunded) await deleteRefund(container, refund)
  const resolve = () =>
    payments.resolveReview(payment_id, resolution, async (trx) => {
      if (refund) await endRefund(container, refund, Boolean(was_refunded), trx)
      await endCall?.(trx)
    })
  const outcome = refund && was_refunded ? await closeAsMade(container, refund, resolve) : await resolve()
  if (outcome !== "resolved") throw problem("invalid_state", { payment_id }, NOT_RESOLVED[outcome])
  return refund
}

/** Records the outcome of the call that the bank does not finish. Undefined if there is no such call. */
async function callEnd(
  container: MedusaContainer,
  payment_id: string,
  { was_executed, by }: Pick<ReviewResolution, "was_executed" | "by">
): Promise<((trx: Knex) => Promise<void>) | undefined> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const call = await bank.operations.unfinishedOf(payment_id)
  if ((call === undefined) !== (was_executed === undefined))
    throw problem("invalid_state", { payment_id }, call ? CALL_OUTCOME_MISSING : NOTHING_UNFINISHED)
  if (!call || was_executed === undefined) return undefined
  const payment = await bank.payments.retrieve(payment_id)
  await assertUnfinished(bank, call, { payment, was_executed })
  return (trx) => recordOutcome(trx, call, { payment, was_executed, by })
}

/**
 * Closes the review of a refund that was made and records it in Medusa, before another refund of the order can be recorded.
 * If only the record fails, the payment's effect completes it later.
 */
async function closeAsMade(
  container: MedusaContainer,
  refund: Operation,
  resolve: () => ReturnType<BankService["payments"]["resolveReview"]>
): ReturnType<BankService["payments"]["resolveReview"]> {
  const { payment_id, id } = refund
  const payment = await container.resolve<BankService>(BANK_MODULE).payments.retrieve(payment_id)
  if (!payment.order_id) return resolve()
  return withRefundsLease(payment.order_id, container, async () => {
    if (!(await isRecordable(container, refund)))
      throw problem("invalid_state", { payment_id }, REFUNDED_MEANWHILE)
    const outcome = await resolve()
    if (outcome === "resolved")
      await completeRecord(container, payment, refund).catch((error: Error) =>
        logOf(container).warn(`refund ${id} is not recorded yet: ${error.message}`)
      )
    return outcome
  })
}

/** Makes the refund of a payment without an order, or records it if it was made, and has its cart checked soon. */
async function continueWithoutOrder(
  container: MedusaContainer,
  { id: payment_id, cart_id }: Payment,
  { id }: Operation
): Promise<void> {
  const { operations } = container.resolve<BankService>(BANK_MODULE)
  const refund = await operations.started(id)
  await attemptFor(container, payment_id, async () => {
    if (refund?.status === "requested") await refundWithoutOrder(container, refund)
    if (refund?.status === "done") await recordRefundWithoutOrder(container, refund)
  })
  if (cart_id) await container.resolve<AgentService>(AGENT_MODULE).storefrontPayments.checkSoon(cart_id)
}

async function unknownRefund(container: MedusaContainer, payment_id: string): Promise<Operation | undefined> {
  const { payments, operations } = container.resolve<BankService>(BANK_MODULE)
  const { route } = await payments.retrieve(payment_id)
  return isAtProvider(route) ? operations.unknownRefundOf(payment_id) : undefined
}

async function endRefund(
  container: MedusaContainer,
  refund: Operation,
  was_refunded: boolean,
  trx: Knex
): Promise<void> {
  const { providerPayments, payments } = container.resolve<BankService>(BANK_MODULE)
  if (was_refunded) return providerPayments.executed(refund, trx)
  const operations = new Operations(trx)
  await operations.settle(refund.id, "refused", "not_executed")
  await new Cancellations(trx).end(refund.id)
  // No agent requests the refund of a payment without an order, so it is opened again here.
  if (!(await payments.retrieve(refund.payment_id)).order_id) await operations.resume(refund.id, trx)
}

async function settleResolved(
  container: MedusaContainer,
  payment: Payment,
  has_outcome: boolean
): Promise<void> {
  const { id, status, route } = payment
  await noteOnOrder(payment, container)
  if (isAtProvider(route)) return attemptFor(container, id, () => failRefused(container))
  if (status !== "manual_review" && !has_outcome) return
  const query = attemptFor(container, id, () => reconcilePayment(container, payment))
  await Promise.race([query, sleep(WAIT_TIMEOUT_MS, undefined, { ref: false })])
}

const OUTCOME_MISSING =
  "The outcome of a refund is unknown. Look it up at the payment provider, and set `was_refunded` to true or false."

const NOTHING_UNKNOWN = "No refund of this payment has an unknown outcome, so `was_refunded` does not apply."

const CALL_OUTCOME_MISSING =
  "The bank has begun a call and not finished it (`unfinished_call`). Look it up at the bank, and set `was_executed` to true or false."

const NOTHING_UNFINISHED =
  "No call of this payment is unfinished at the bank, so `was_executed` does not apply. Read the payment again."

const REFUNDED_MEANWHILE =
  "Medusa has recorded another refund of this money meanwhile, so this refund cannot be recorded as well. Close the review with `was_refunded` set to false."

const NOT_RESOLVED = {
  closed: "This payment has no open review. It may have been closed already.",
  unread: "A reason was added meanwhile. Read the payment again before you close its review.",
}
