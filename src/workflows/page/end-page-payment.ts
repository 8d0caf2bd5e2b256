import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type { PageEnding } from "../../modules/bank/page-payments"
import type BankService from "../../modules/bank/service"
import { pageSession } from "../../queries/payment/page-session"
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
  const session = await pageSession(container, String(order_id))
  if (session?.has_payment) return
  // Medusa cancels the payment at the provider before it deletes the session.
  if (session) await container.resolve(Modules.PAYMENT).deletePaymentSession(session.session_id)
  await container.resolve<BankService>(BANK_MODULE).pagePayments.end(id, ending)
  await settlePayment(container, id)
}
