import type { SessionData } from "./payment-pages/payment-page"

/**
 * Whether a payment provider may have a payment of a session that a customer can make. At Stripe there is none while a session
 * has no id of Stripe's: Stripe has failed, or the store was killed before Stripe answered, so nobody has the payment's secret.
 */
export const isCreatedAt = (provider_id: string, data: SessionData): boolean =>
  !provider_id.startsWith("pp_stripe") || typeof data.id === "string"
