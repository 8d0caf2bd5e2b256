import type { MedusaContainer } from "@medusajs/framework/types"
import { type ErrorData, problem } from "../../domain/errors"
import { logOf } from "../../lib/log"
import type { Payment } from "../../modules/bank/models/payment"
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
  const isPaid = () => recordPaid(container, payment)
  try {
    // Not queried before: the provider refuses to end what the customer has paid.
    await endPagePayment(container, payment, "canceled").catch(unlessPaid(isPaid))
    await checkPagePayment(container, payment)
  } catch (error) {
    logOf(container).warn(`payment ${payment.id} is not canceled: ${(error as Error).message}`)
    throw problem("bank_unavailable", details)
  }
}

const unlessPaid = (isPaid: () => Promise<boolean>) => async (error: unknown) => {
  if (!(await isPaid())) throw error
}
