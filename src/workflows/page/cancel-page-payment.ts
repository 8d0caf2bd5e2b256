import type { MedusaContainer } from "@medusajs/framework/types"
import { type ErrorData, problem } from "../../domain/errors"
import { logOf } from "../../lib/log"
import type { Payment } from "../../modules/bank/models/payment"
import type { PageEnding } from "../../modules/bank/page-payments"
import { checkPagePayment } from "./check-page-payment"
import { endPagePayment } from "./end-page-payment"
import { recordPaid } from "./record-paid"

/**
 * Cancels a payment on the store's page, first at the provider, unless the customer has paid it meanwhile; then records that.
 * Throws `bank_unavailable` with `details` if the provider fails to end it.
 */
export async function cancelPagePayment(
  container: MedusaContainer,
  payment: Payment,
  details: ErrorData
): Promise<void> {
  try {
    await endUnlessPaid(container, payment, "canceled")
  } catch (error) {
    logOf(container).warn(`payment ${payment.id} is not canceled: ${(error as Error).message}`)
    throw problem("bank_unavailable", details)
  }
}

/**
 * Ends a payment on the store's page, unless the customer has paid it meanwhile; then records that. Throws if the provider
 * fails to end it.
 */
export async function endUnlessPaid(
  container: MedusaContainer,
  payment: Payment,
  ending: PageEnding
): Promise<void> {
  // Not queried before: the provider refuses to end what the customer has paid.
  await endPagePayment(container, payment, ending).catch(async (error: unknown) => {
    if (!(await recordPaid(container, payment))) throw error
  })
  await checkPagePayment(container, payment)
}
