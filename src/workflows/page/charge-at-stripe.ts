import type { ChargeResult, Credential } from "../../domain/payment-pages/credential"
import type { SessionData } from "../../domain/payment-pages/payment-page"
import { confirmParameters, resultOfError, resultOfStatus } from "../../domain/payment-pages/stripe-charge"

/** The client of Medusa's Stripe provider. It is protected; no method of the provider confirms a payment. */
interface StripeProvider {
  readonly stripe_?: {
    readonly paymentIntents: {
      confirm(
        id: string,
        parameters: object,
        options: { readonly idempotencyKey: string }
      ): Promise<{ readonly status: string }>
    }
  }
}

/**
 * Confirms the PaymentIntent of a session with a credential, through the client of Medusa's Stripe provider. Never throws,
 * because an error of Stripe's client can contain the credential.
 */
export async function chargeAtStripe(
  provider: unknown,
  { id }: SessionData,
  credential: Credential,
  idempotencyKey: string
): Promise<ChargeResult> {
  try {
    const { stripe_ } = provider as StripeProvider
    if (!stripe_) return { outcome: "unknown" }
    const confirmed = await stripe_.paymentIntents.confirm(String(id), confirmParameters(credential), {
      idempotencyKey,
    })
    return resultOfStatus(confirmed.status)
  } catch (error) {
    return resultOfError(error, credential.kind)
  }
}
