import type { MedusaContainer } from "@medusajs/framework/types"
import { processPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { toDecimal } from "../../domain/money"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { type PageSession, pageSession } from "../../queries/payment/page-session"
import { providerStatus } from "../../queries/payment/provider-status"
import { withPaymentsLease } from "../order/lease-payments"
import { isOrderOver } from "../payment/cancel-pending"
import { followPayment } from "../storefront/follow-payment"
import { endPagePayment } from "./end-page-payment"

/** How long a customer can pay on the page. */
const PAGE_SECONDS = 900

/**
 * Queries the provider about a payment on the store's page, and records in Medusa what the customer has paid, which
 * recovers a lost webhook. Ends a payment whose time is over, or whose order is canceled. Settles the result and returns
 * the payment as it is afterwards. Throws if the provider fails.
 */
export async function checkPagePayment(container: MedusaContainer, payment: Payment): Promise<Payment> {
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  const { id } = payment
  await recordPaid(container, payment)
  await followPayment(container, String(payment.order_id))
  const now = await payments.retrieve(id)
  if (now.status !== "requires_action") return now
  if (await isOrderOver(now, container)) await endPagePayment(container, now, "canceled")
  else if ((await payments.ageOf(id)) >= PAGE_SECONDS) await endPagePayment(container, now, "expired")
  return payments.retrieve(id)
}

/** Records in Medusa a payment that the provider has captured. Returns whether Medusa has recorded it now. */
export async function recordPaid(container: MedusaContainer, payment: Payment): Promise<boolean> {
  const order_id = String(payment.order_id)
  const session = await pageSession(container, order_id)
  if (!session || session.is_captured) return session !== undefined
  if ((await providerStatus(container, session)) !== "captured") return false
  await withPaymentsLease(order_id, container, () => record(container, payment, session))
  return true
}

async function record(
  container: MedusaContainer,
  { order_id, amount, currency }: Payment,
  { session_id }: PageSession
): Promise<void> {
  const isRecorded = async () => (await pageSession(container, String(order_id)))?.is_captured
  if (await isRecorded()) return
  const data = { session_id, amount: toDecimal(amount, currency) }
  try {
    await processPaymentWorkflow(container).run({ input: { action: "captured", data } })
  } catch (error) {
    // The provider's webhook may have recorded it meanwhile: Medusa then refuses a second record.
    if (!(await isRecorded())) throw error
  }
}
