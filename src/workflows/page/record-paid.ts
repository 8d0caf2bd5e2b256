import type { MedusaContainer } from "@medusajs/framework/types"
import { processPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { pageOf } from "../../domain/payment-pages"
import { decimalOf } from "../../lib/minor-units"
import type { Payment } from "../../modules/bank/models/payment"
import { type PageSession, pageSessions } from "../../queries/payment/page-sessions"
import { providerStatus } from "../../queries/payment/provider-status"
import { withPaymentsLease } from "../order/lease-payments"

/**
 * Records in Medusa what the provider has captured of a payment on the store's page, also with an earlier session. Returns
 * whether Medusa has recorded a payment of the order now. Throws if the provider fails.
 */
export async function recordPaid(
  container: MedusaContainer,
  { order_id }: Pick<Payment, "order_id">
): Promise<boolean> {
  const sessions = await pageSessions(container, String(order_id))
  let isPaid = sessions.some(({ has_payment }) => has_payment)
  for (const session of sessions)
    if (await isUnrecorded(container, session)) {
      await withPaymentsLease(String(order_id), container, () => record(container, String(order_id), session))
      isPaid = true
    }
  return isPaid
}

async function isUnrecorded(container: MedusaContainer, session: PageSession): Promise<boolean> {
  if (session.is_captured || !pageOf(session.provider_id)) return false
  return (await providerStatus(container, session)) === "captured"
}

async function record(
  container: MedusaContainer,
  order_id: string,
  { session_id, amount }: PageSession
): Promise<void> {
  const isRecorded = async () =>
    (await pageSessions(container, order_id)).some((now) => now.session_id === session_id && now.is_captured)
  if (await isRecorded()) return
  const data = { session_id, amount: decimalOf(amount) }
  try {
    await processPaymentWorkflow(container).run({ input: { action: "captured", data } })
  } catch (error) {
    // The provider's webhook may have recorded it meanwhile: Medusa then refuses a second record.
    if (!(await isRecorded())) throw error
  }
}
