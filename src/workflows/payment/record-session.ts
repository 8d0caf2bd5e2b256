import type { MedusaContainer } from "@medusajs/framework/types"
import { capturePaymentWorkflow, processPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { decimalOf } from "../../lib/minor-units"
import { type ProviderSession, providerSessions } from "../../queries/payment/provider-sessions"
import { withPaymentsLease } from "../order/lease-payments"

/**
 * Records in Medusa, once, that another provider has authorized or captured a payment session of an order, as the provider's
 * webhook would. The webhook may do so at the same time. Completes a record that was interrupted before the capture was
 * booked on the order. Returns whether Medusa has the record: it queries the provider again, which may answer otherwise.
 */
export function recordSession(
  container: MedusaContainer,
  order_id: string,
  session: ProviderSession,
  action: "authorized" | "captured"
): Promise<boolean> {
  const isRecorded = async () => {
    const now = await providerSessions(container, order_id)
    const { has_payment, is_captured } = now.find((one) => one.session_id === session_id) ?? {}
    return action === "captured" ? is_captured === true : has_payment === true
  }
  const { session_id, payment_id, is_unbooked } = session
  const record = async () => {
    // Books each capture with its own amount.
    if (is_unbooked)
      await capturePaymentWorkflow(container).run({ input: { payment_id: String(payment_id) } })
    else
      await processPaymentWorkflow(container).run({
        input: { action, data: { session_id, amount: decimalOf(session.amount) } },
      })
  }
  return withPaymentsLease(order_id, container, async () => {
    if (await isRecorded()) return true
    try {
      await record()
    } catch (error) {
      // The provider's webhook may have recorded it meanwhile: Medusa then refuses a second record.
      if (!(await isRecorded())) throw error
    }
    return isRecorded()
  })
}
