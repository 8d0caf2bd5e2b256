import type { MedusaContainer } from "@medusajs/framework/types"
import { BankError } from "../../drivers/driver"
import { BANK_MODULE } from "../../modules/bank"
import type { Operation } from "../../modules/bank/models/operation"
import type BankService from "../../modules/bank/service"
import { settleAndWait } from "../settlement/settle-payment"

/** The outcome of a bank call that moves money; `refused` is the bank's error code. */
export type Outcome = "known" | "unknown" | { readonly refused: string }

/**
 * Makes the bank call of an operation and records the result in Medusa. When the outcome is `unknown`, reconciliation
 * resolves it later. A refused call has moved no money.
 */
export async function executeOperation(container: MedusaContainer, operation: Operation): Promise<Outcome> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const { payment_id } = operation
  try {
    await bank.perform(operation)
  } catch (error) {
    if (!(error instanceof BankError)) throw error
    return error.outcome === "unknown" ? "unknown" : { refused: error.code }
  }
  await bank.effects.endPauses(payment_id)
  await settleAndWait(container, payment_id)
  return "known"
}
