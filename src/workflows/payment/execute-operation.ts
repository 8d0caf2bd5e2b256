import type { MedusaContainer } from "@medusajs/framework/types"
import { isAtProvider } from "../../domain/payment-route"
import { BankError } from "../../drivers/driver"
import { BANK_MODULE } from "../../modules/bank"
import type { Operation, Outcome } from "../../modules/bank/models/operation"
import type BankService from "../../modules/bank/service"
import { settleAndWait } from "../settlement/settle-payment"
import { captureAtProvider } from "./capture-at-provider"
import { refundAtProvider } from "./refund-at-provider"

/**
 * Makes the call of an operation, at the bank or the payment's own provider, and records the result in Medusa. When the
 * outcome is `unknown`, it is resolved later: at the bank by reconciliation; at another provider a capture by the job, and a
 * refund by the merchant's review. A refused call has moved no money.
 */
export async function executeOperation(container: MedusaContainer, operation: Operation): Promise<Outcome> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const { payment_id, kind } = operation
  const { route } = await bank.payments.retrieve(payment_id)
  if (isAtProvider(route))
    return kind === "capture"
      ? captureAtProvider(container, operation)
      : refundAtProvider(container, operation)
  try {
    await bank.operationCalls.perform(operation)
  } catch (error) {
    if (!(error instanceof BankError)) throw error
    return error.outcome === "unknown" ? "unknown" : { refused: error.code }
  }
  await bank.effects.endPauses(payment_id)
  await settleAndWait(container, payment_id)
  return "known"
}
