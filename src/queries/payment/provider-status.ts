import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules, type PaymentSessionStatus } from "@medusajs/framework/utils"
import { isCreatedAt } from "../../domain/payment-pages"
import type { SessionData } from "../../domain/payment-pages/payment-page"
import { answerWithin } from "../../lib/answer-within"

/** A provider's client may wait much longer or for ever, and the queries of other carts wait for this one. */
const WAIT_SECONDS = 30

/** The member of Medusa's payment module that queries a provider. It is private; nothing public only reads. */
interface ProviderQueries {
  readonly paymentProviderService_: {
    getStatus(
      provider_id: string,
      input: { readonly data: object }
    ): Promise<{ readonly status: `${PaymentSessionStatus}` }>
  }
}

/** A provider has failed to report the status of a payment, or has not answered in time. The cause is its own error. */
export class ProviderError extends Error {
  override readonly name = "ProviderError"
}

/**
 * The status of a payment at its provider. Changes nothing, neither in Medusa nor at the provider: Medusa's
 * `authorizePaymentSession` would record an error for a customer who is still trying. A payment that the provider has not
 * created is `pending`: its creation may still be in progress. Throws ProviderError if the provider fails, or does not answer
 * within 30 seconds.
 */
export async function providerStatus(
  container: MedusaContainer,
  { provider_id, data }: { readonly provider_id: string; readonly data: SessionData }
): Promise<`${PaymentSessionStatus}`> {
  // Medusa's Stripe module fails without the id, each time.
  if (!isCreatedAt(provider_id, data)) return "pending"
  const { paymentProviderService_ } = container.resolve<unknown>(Modules.PAYMENT) as ProviderQueries
  const silent = `${provider_id} did not answer within ${WAIT_SECONDS} seconds`
  try {
    const query = paymentProviderService_.getStatus(provider_id, { data })
    return (await answerWithin(WAIT_SECONDS * 1000, query, silent)).status
  } catch (error) {
    // Providers throw errors of any class.
    throw new ProviderError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}
