import type { MedusaContainer } from "@medusajs/framework/types"
import { BankError } from "../../drivers/driver"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { reviewOnOrder } from "./note-on-order"
import { refundUnusable } from "./refund-unusable"

const REASON = "the order was already canceled"

/** The eighth attempt is about two hours after the first; by then the customer has left the bank's page. */
const ATTEMPTS = 8

/**
 * Ends the payment of a canceled order: refunds what was captured, voids what is authorized or open. Medusa's own
 * workflow does not notify the provider of a pending session, and cancels the order even when the bank refuses a
 * refund. A payment that the bank refuses to void for the eighth time, or whose account the options lack, needs review,
 * once; the store keeps trying. Throws BankError.
 */
export async function endCanceledPayment(payment: Payment, container: MedusaContainer): Promise<void> {
  if (payment.captured_amount > 0) return void (await refundUnusable(payment, REASON, container))
  const bank = container.resolve<BankService>(BANK_MODULE)
  const call = { payment_id: payment.id, kind: "void", amount: null, reason: "canceled_by_merchant" } as const
  await bank.operationCalls.operate(call).catch(async (error: unknown) => {
    if (error instanceof BankError && error.outcome === "not_executed")
      await reviewRefusedVoid(payment, error.code, container)
    throw error
  })
}

async function reviewRefusedVoid(payment: Payment, code: string, container: MedusaContainer): Promise<void> {
  const { operations, payments } = container.resolve<BankService>(BANK_MODULE)
  if (code !== "no_bank" && (await operations.refusedVoids(payment.id)) < ATTEMPTS) return
  if (await payments.isReviewed(payment.id, "not_voided")) return
  const reason = `${REASON}, and the payment could not be voided: ${code}`
  await reviewOnOrder(payment.id, { reason, source: "not_voided" }, container)
}
