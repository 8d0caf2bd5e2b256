import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules, type PaymentSessionStatus } from "@medusajs/framework/utils"

/** The member of Medusa's payment module that queries a provider. It is private; nothing public only reads. */
interface ProviderQueries {
  readonly paymentProviderService_: {
    getStatus(
      provider_id: string,
      input: { readonly data: object }
    ): Promise<{ readonly status: `${PaymentSessionStatus}` }>
  }
}

/**
 * The status of a payment at its provider. Changes nothing, neither in Medusa nor at the provider: Medusa's
 * `authorizePaymentSession` would record an error for a customer who is still trying. Throws if the provider fails.
 */
export async function providerStatus(
  container: MedusaContainer,
  { provider_id, data }: { readonly provider_id: string; readonly data: object }
): Promise<`${PaymentSessionStatus}`> {
  const { paymentProviderService_ } = container.resolve<unknown>(Modules.PAYMENT) as ProviderQueries
  return (await paymentProviderService_.getStatus(provider_id, { data })).status
}
