import { problem } from "../../domain/errors"
import { BankError } from "../../drivers/driver"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"

/**
 * Has the bank void a payment that an agent cancels. One that the bank has certainly not opened ends without a call. If the
 * bank refuses, the payment has the state that the bank reports
 * afterwards; while the bank does not answer, it stays as it is. Throws `bank_unavailable` with `about` if the outcome of the
 * void is unknown.
 */
export async function endAtBank(
  bank: BankService,
  payment: Payment,
  about: { readonly task_id: string } | { readonly payment_id: string }
): Promise<void> {
  if (await bank.unopenedPayments.endNotOpened(payment.id)) return
  try {
    await bank.operationCalls.operate({
      payment_id: payment.id,
      kind: "void",
      amount: null,
      reason: "canceled_by_agent",
    })
  } catch (error) {
    if (!(error instanceof BankError)) throw error
    if (error.outcome === "unknown") throw problem("bank_unavailable", about)
    await bank.paymentCalls.refresh(payment).catch(unlessBankError)
  }
}

function unlessBankError(error: unknown): void {
  if (!(error instanceof BankError)) throw error
}
