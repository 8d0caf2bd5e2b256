import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { type ProviderSession, providerSessions } from "../../queries/payment/provider-sessions"
import { providerStatus } from "../../queries/payment/provider-status"
import { endAtProvider, isOver } from "./end-at-provider"

/**
 * Ends the payments of an order at other providers than the bank, except those that Medusa has recorded. Afterwards no
 * customer can make them. Returns whether no payment is recorded. Throws if a provider has not ended one.
 */
export function closeSessions(container: MedusaContainer, order_id: string): Promise<boolean> {
  return closeEach(container, order_id, closeSession)
}

/**
 * Deletes the sessions of an order at other providers than the bank, except sessions whose payment Medusa has recorded.
 * Medusa cancels the payment at the provider before it deletes a session. Returns whether no payment is recorded. Throws if
 * the provider refuses.
 */
export function deleteSessions(container: MedusaContainer, order_id: string): Promise<boolean> {
  return closeEach(container, order_id, deleteSession)
}

async function closeEach(
  container: MedusaContainer,
  order_id: string,
  close: typeof closeSession
): Promise<boolean> {
  const sessions = await providerSessions(container, order_id)
  for (const session of sessions) if (!session.has_payment) await close(container, session)
  return sessions.every(({ has_payment }) => !has_payment)
}

/**
 * Not every module of a provider reports that the provider has refused to end a payment, or deletes one that has ended. Throws
 * if the payment is charged: Medusa may not have recorded it yet.
 */
async function closeSession(container: MedusaContainer, session: ProviderSession): Promise<void> {
  const { page, data, provider_id, session_id } = session
  if (page?.view !== "redirect" || !page.isCreated(data)) return deleteSession(container, session)
  if (page.confirms_end) return endAtProvider(container, session)
  const status = await providerStatus(container, session)
  if (status === "captured")
    throw new Error(`${provider_id} has charged the payment of session ${session_id}`)
  if (!isOver(status)) await deleteSession(container, session)
}

function deleteSession(container: MedusaContainer, { session_id }: ProviderSession): Promise<void> {
  return container.resolve(Modules.PAYMENT).deletePaymentSession(session_id)
}
