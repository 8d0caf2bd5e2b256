import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type { PageEnding } from "../../modules/bank/page-payments"
import type BankService from "../../modules/bank/service"
import { pageSessions } from "../../queries/payment/page-sessions"
import { settlePayment } from "../settlement/settle-payment"

/**
 * Ends a payment on the store's page, first at the provider and then in the store, and cancels its order. Safe to repeat.
 * Throws if the provider does not confirm that the payment can no longer be made: the customer may have paid it meanwhile.
 * Does nothing to a payment that Medusa has recorded.
 */
export async function endPagePayment(
  container: MedusaContainer,
  { id, order_id }: Payment,
  ending: PageEnding
): Promise<void> {
  if (!(await closeSessions(container, String(order_id)))) return
  await container.resolve<BankService>(BANK_MODULE).pagePayments.end(id, ending)
  await settlePayment(container, id)
}

/**
 * Deletes the sessions of an order at other providers than the bank, except those of which Medusa has recorded a payment.
 * Medusa cancels the payment at the provider before it deletes a session. Returns whether no payment is recorded. Throws if
 * the provider refuses.
 */
export async function closeSessions(container: MedusaContainer, order_id: string): Promise<boolean> {
  const sessions = await pageSessions(container, order_id)
  for (const { session_id, has_payment } of sessions)
    if (!has_payment) await container.resolve(Modules.PAYMENT).deletePaymentSession(session_id)
  return sessions.every(({ has_payment }) => !has_payment)
}
