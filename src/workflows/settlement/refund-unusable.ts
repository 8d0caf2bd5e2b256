import type { MedusaContainer } from "@medusajs/framework/types"
import { isOpen, type Fact } from "../../domain/settlement"
import { TEMPORARY_CODES } from "../../domain/temporary-codes"
import { BankError } from "../../drivers/driver"
import { BANK_MODULE } from "../../modules/bank"
import { type Payment, disputedOf, remainderOf } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { refundsOf } from "../../queries/order/order-refunds"
import { noteOnOrder } from "./note-on-order"

/**
 * Voids or refunds a payment that cannot pay for its order: voids the authorization, refunds what was captured. Records
 * for the merchant why, or that the bank refused. Safe to repeat, because it moves only what is left.
 */
export async function refundUnusable(
  payment: Payment,
  reason: string,
  container: MedusaContainer
): Promise<Fact> {
  const refused = await refundAndVoid(payment, reason, container).then(() => undefined, refusalIn)
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  const note = refused
    ? `${reason}, and the payment could not be refunded: ${refused}`
    : `Refunded: ${reason}`
  const is_failed_refund = refused !== undefined && payment.captured_amount > 0
  await payments.noteForReview(payment.id, { reason: note, source: "refunded_by_store", is_failed_refund })
  await noteOnOrder(payment, container)
  if (refused)
    return {
      error: { code: "not_refunded", message: `The bank refused the refund: ${reason}.` },
    }
  return { error: { code: "refunded_by_store", message: `The payment was refunded: ${reason}.` } }
}

/**
 * Whether the bank accepted the same refund before and failed to execute it. It would fail again, and the waiting task
 * would never end.
 */
async function hasFailed({ id }: Payment, reason: string, container: MedusaContainer): Promise<boolean> {
  const refunds = await refundsOf(container, [id])
  return refunds.some((refund) => refund.status === "failed" && refund.reason === reason)
}

/**
 * Returns the bank's code for a definitive refusal. Rethrows an error whose outcome is unknown, or which a retry may
 * overcome.
 */
function refusalIn(error: unknown): string {
  const bankError = error instanceof BankError ? error : (error as Error).cause
  if (
    bankError instanceof BankError &&
    bankError.outcome === "not_executed" &&
    !TEMPORARY_CODES.includes(bankError.code)
  )
    return bankError.code
  throw error
}

/** Voids what is authorized also when the captured part cannot be refunded; the error of the refund is thrown afterwards. */
async function refundAndVoid(payment: Payment, reason: string, container: MedusaContainer): Promise<void> {
  const { id: payment_id, status } = payment
  const bank = container.resolve<BankService>(BANK_MODULE)
  const [refund] = await Promise.allSettled([refundCaptured(payment, reason, container)])
  if (status === "authorized" || status === "partially_captured" || isOpen(status))
    await bank.operationCalls.operate({ payment_id, kind: "void", amount: null })
  if (refund.status === "rejected") throw refund.reason
}

async function refundCaptured(payment: Payment, reason: string, container: MedusaContainer): Promise<void> {
  if (await hasFailed(payment, reason, container))
    throw new BankError("refund_failed", "not_executed", "the bank could not execute the refund")
  if (remainderOf(payment).to_refund > 0) return refundRest(payment, reason, container)
  if (disputedOf(payment) > 0)
    throw new BankError("disputed", "not_executed", "the cardholder disputes the payment")
}

/**
 * Refunds the remaining amount. The bank refuses it if a part was refunded there meanwhile and the notification has not
 * arrived. Then the amount that remains according to the bank is refunded.
 */
async function refundRest(payment: Payment, reason: string, container: MedusaContainer): Promise<void> {
  const { id: payment_id } = payment
  const bank = container.resolve<BankService>(BANK_MODULE)
  const { to_refund: amount } = remainderOf(payment)
  try {
    // Medusa's record is written by the refund's own effect, so that a refund that fails later leaves none.
    await bank.operationCalls.operate({ payment_id, kind: "refund", amount, reason })
  } catch (error) {
    if (!(error instanceof BankError) || error.code !== "refund_exceeds_captured") throw error
    await bank.paymentCalls.refresh(payment)
    const now = await bank.payments.retrieve(payment_id)
    const { to_refund } = remainderOf(now)
    if (to_refund >= amount) throw error
    if (to_refund > 0) await refundRest(now, reason, container)
  }
}
