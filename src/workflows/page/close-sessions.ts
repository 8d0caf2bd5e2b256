import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { providerSessions } from "../../queries/payment/provider-sessions"

/**
 * Deletes the sessions of an order at other providers than the bank, except those of which Medusa has recorded a payment.
 * Medusa cancels the payment at the provider before it deletes a session. Returns whether no payment is recorded. Throws if
 * the provider refuses.
 */
export async function closeSessions(container: MedusaContainer, order_id: string): Promise<boolean> {
  const sessions = await providerSessions(container, order_id)
  for (const { session_id, has_payment } of sessions)
    if (!has_payment) await container.resolve(Modules.PAYMENT).deletePaymentSession(session_id)
  return sessions.every(({ has_payment }) => !has_payment)
}
