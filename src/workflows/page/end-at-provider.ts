import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { StatusAtProvider } from "../../domain/payment-pages/payment-page"
import type { ProviderSession } from "../../queries/payment/provider-sessions"
import { providerStatus } from "../../queries/payment/provider-status"

/** The member of Medusa's payment module that ends a payment at its provider and keeps Medusa's session. It is private. */
interface ProviderCalls {
  readonly paymentProviderService_: {
    deleteSession(provider_id: string, input: { readonly data: object }): Promise<unknown>
  }
}

/** Whether no customer can make a payment with this status any more, and none has made it. */
export const isOver = (status: StatusAtProvider): boolean => status === "canceled" || status === "error"

/**
 * Ends the payment of a session at its provider, and confirms that by the payment's status. Keeps Medusa's session, so that
 * Medusa can still record a payment. Does nothing to a payment that has ended. Throws if the provider has not ended it.
 */
export async function endAtProvider(container: MedusaContainer, session: ProviderSession): Promise<void> {
  if (isOver(await providerStatus(container, session))) return
  const { provider_id, data, session_id } = session
  const { paymentProviderService_ } = container.resolve<unknown>(Modules.PAYMENT) as ProviderCalls
  await paymentProviderService_.deleteSession(provider_id, { data })
  const status = await providerStatus(container, session)
  if (!isOver(status))
    throw new Error(`${provider_id} has not ended the payment of session ${session_id}: it is ${status}`)
}
