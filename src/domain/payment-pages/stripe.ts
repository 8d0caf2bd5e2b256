import type { KnownPage, ProviderCard, SessionData } from "./payment-page"

/**
 * Stripe's Payment Element, through the card provider of Medusa's Stripe module. Stripe captures at once, because Medusa
 * cancels an authorization when two of its webhooks arrive at the same time. Only cards, because other methods may end
 * days later.
 */
export const stripe: KnownPage = {
  view: "stripe",
  name: "Stripe",
  made: ["captured"],
  confirms_end: false,
  serves: (provider_id) => provider_id.startsWith("pp_stripe_"),
  sessionData: (description) => ({
    capture_method: "automatic",
    payment_method_types: ["card"],
    payment_description: description,
  }),
  isCreated: ({ id }) => typeof id === "string",
  isOpen: ({ client_secret, capture_method }) =>
    typeof client_secret === "string" && capture_method === "automatic",
  checkoutUrl: () => undefined,
  savedCard,
}

/** Whether a provider is one of Medusa's Stripe module, of any payment method. */
export const isStripe = (provider_id: string): boolean => /^pp_stripe(-[a-z0-9-]+)?_/.test(provider_id)

/** A PaymentMethod of Stripe. */
function savedCard({ id, type, card }: SessionData): ProviderCard | null {
  if (typeof id !== "string" || type !== "card" || typeof card !== "object" || !card) return null
  const { brand, last4, exp_month, exp_year } = card as Readonly<Record<string, unknown>>
  return {
    id,
    brand: typeof brand === "string" ? brand : null,
    last4: typeof last4 === "string" ? last4 : null,
    exp_month: typeof exp_month === "number" ? exp_month : null,
    exp_year: typeof exp_year === "number" ? exp_year : null,
  }
}
