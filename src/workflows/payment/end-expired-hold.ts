import type { MedusaContainer } from "@medusajs/framework/types"
import { BankError } from "../../drivers/driver"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"

/**
 * Ends the payment of an unpaid order that may no longer hold its stock, so that the settlement cancels the order. The
 * bank decides between this and the customer: when it has authorized the payment meanwhile, its refusal of the void
 * leaves the order as it is. Safe to repeat. Throws BankError while the bank's answer is unknown.
 */
export async function endExpiredHold(container: MedusaContainer, payment_id: string): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  try {
    await bank.operate({ payment_id, kind: "void", amount: null, reason: "hold_expired" })
  } catch (error) {
    if (!(error instanceof BankError) || error.outcome === "unknown") throw error
    await bank.refresh(await bank.payments.retrieve(payment_id))
  }
}
