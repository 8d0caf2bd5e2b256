import type { MedusaContainer } from "@medusajs/framework/types"
import { BankError } from "../../drivers/driver"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { endUnlessPaid } from "../page/cancel-page-payment"

/**
 * Ends the payment of an unpaid order that may no longer hold its stock, so that the settlement cancels the order. One that
 * the bank has certainly not opened ends without a call. If the customer has paid meanwhile, the bank, or the provider of the store's page, refuses to end the payment, and the order
 * stays. Safe to repeat. Throws while the answer is unknown.
 */
export async function endExpiredHold(container: MedusaContainer, payment_id: string): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const payment = await bank.payments.retrieve(payment_id)
  if (payment.route === "page") return endUnlessPaid(container, payment, "expired")
  if (await bank.unopenedPayments.endNotOpened(payment_id)) return
  // A bank that voids nothing ends its payment page by itself.
  if (!bank.capabilitiesOf(payment).void) return
  try {
    await bank.operationCalls.operate({ payment_id, kind: "void", amount: null, reason: "hold_expired" })
  } catch (error) {
    if (!(error instanceof BankError) || error.outcome === "unknown") throw error
    await bank.paymentCalls.refresh(payment)
  }
}
