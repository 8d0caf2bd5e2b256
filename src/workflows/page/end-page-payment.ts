import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type { PageEnding } from "../../modules/bank/page-payments"
import type BankService from "../../modules/bank/service"
import { withPaymentsLease } from "../order/lease-payments"
import { settlePayment } from "../settlement/settle-payment"
import { closeSessions } from "./close-sessions"

/**
 * Ends a payment on the store's page, first at the provider and then in the store, and cancels its order. Safe to repeat,
 * also while another request opens the page.
 * Throws if the provider does not confirm that the payment can no longer be made: the customer may have paid it meanwhile.
 * Does nothing to a payment that Medusa has recorded.
 */
export async function endPagePayment(
  container: MedusaContainer,
  { id, order_id }: Payment,
  ending: PageEnding
): Promise<void> {
  const { pagePayments } = container.resolve<BankService>(BANK_MODULE)
  const isClosed = await withPaymentsLease(String(order_id), container, async () => {
    if (!(await closeSessions(container, String(order_id)))) return false
    await pagePayments.end(id, ending)
    return true
  })
  if (isClosed) await settlePayment(container, id)
}
