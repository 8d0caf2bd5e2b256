import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { toDecimal } from "../../domain/money"
import { isOpen } from "../../domain/settlement"
import { BankError } from "../../drivers/driver"
import { BANK_MODULE } from "../../modules/bank"
import { type Payment, disputedOf, remainderOf } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { refundsOf } from "../../queries/order/order-refunds"
import type { Fact } from "./effects"
import { medusaPaymentOf } from "./mirror-movement"
import { noteOnOrder } from "./note-on-order"
import { PASSING } from "../payment/bank-refusals"

/**
 * Voids or refunds a payment that cannot pay for its order: voids the authorization, refunds what was captured, also in
 * Medusa's records where they exist. Records for the merchant why, or that the bank refused. Safe to repeat, because it
 * moves only what is left.
 */
export async function refundUnusable(
  payment: Payment,
  reason: string,
  container: MedusaContainer
): Promise<Fact> {
  const refused = (await hasFailed(payment, reason, container))
    ? "refund_failed"
    : await moveBack(payment, reason, container).then(() => undefined, refusalIn)
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  const note = refused
    ? `${reason}, and the money could not be given back: ${refused}`
    : `Given back: ${reason}`
  const is_failed_refund = refused !== undefined && payment.captured_amount > 0
  await payments.noteForReview(payment.id, { reason: note, source: "given_back", is_failed_refund })
  await noteOnOrder(payment, container)
  if (refused)
    return {
      error: { code: "not_given_back", message: `The bank refused to give the money back: ${reason}.` },
    }
  return { error: { code: "given_back", message: `The money was given back: ${reason}.` } }
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
  const told = error instanceof BankError ? error : (error as Error).cause
  if (told instanceof BankError && told.outcome === "not_executed" && !PASSING.includes(told.code))
    return told.code
  throw error
}

async function moveBack(payment: Payment, reason: string, container: MedusaContainer): Promise<void> {
  const { id: payment_id, status } = payment
  const { to_refund: amount } = remainderOf(payment)
  if (amount > 0) await refund(payment, amount, reason, container)
  else if (disputedOf(payment) > 0)
    throw new BankError("disputed", "not_executed", "the cardholder disputes the payment")
  const bank = container.resolve<BankService>(BANK_MODULE)
  if (status === "authorized" || status === "partially_captured" || isOpen(status))
    await bank.operate({ payment_id, kind: "void", amount: null })
}

async function refund(
  payment: Payment,
  amount: number,
  reason: string,
  container: MedusaContainer
): Promise<void> {
  const record = await medusaPaymentOf(payment, container)
  if (!record) {
    const bank = container.resolve<BankService>(BANK_MODULE)
    return bank.operate({ payment_id: payment.id, kind: "refund", amount, reason })
  }
  // Not Medusa's workflow, which does nothing for a canceled order. The refund is booked when the bank reports it.
  await container.resolve(Modules.PAYMENT).refundPayment({
    payment_id: record.id,
    amount: toDecimal(amount, payment.currency),
    note: reason,
  })
}
