/** How a customer can pay on the bank's page. */
export const PAYMENT_METHODS = ["card", "bizum"] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** The only currency of Bizum. */
export const BIZUM_CURRENCY = "EUR"
