import type { MedusaContainer } from "@medusajs/framework/types"
import type { Payment } from "../../modules/bank/models/payment"
import { isUncaptured, type ProviderSession, providerSessions } from "../../queries/payment/provider-sessions"
import { providerStatus } from "../../queries/payment/provider-status"
import { recordSession } from "../payment/record-session"

/**
 * Records in Medusa what the provider has captured of a payment on the store's page, also with an earlier session. Returns
 * whether Medusa has recorded a payment of the order now. Throws if the provider fails.
 */
export async function recordPaid(
  container: MedusaContainer,
  { order_id }: Pick<Payment, "order_id">
): Promise<boolean> {
  const sessions = await providerSessions(container, String(order_id))
  let isPaid = sessions.some(({ has_payment }) => has_payment)
  for (const session of sessions)
    if (await isUnrecorded(container, session)) {
      await recordSession(container, String(order_id), session, "captured")
      isPaid = true
    }
  return isPaid
}

async function isUnrecorded(container: MedusaContainer, session: ProviderSession): Promise<boolean> {
  if (!isUncaptured(session)) return false
  const status = await providerStatus(container, session)
  return session.page?.made.includes(status) ?? false
}
