import type { PaymentPage } from "./payment-page"

/**
 * Stripe's Payment Element, through the card provider of Medusa's Stripe module. Stripe captures at once, because Medusa
 * cancels an authorization when two of its webhooks arrive at the same time. Only cards, because other methods may end
 * days later.
 */
export const stripe: PaymentPage = {
  name: "Stripe",
  serves: (provider_id) => provider_id.startsWith("pp_stripe_"),
  sessionData: (description) => ({
    capture_method: "automatic",
    payment_method_types: ["card"],
    payment_description: description,
  }),
  isOpen: ({ client_secret, capture_method }) =>
    typeof client_secret === "string" && capture_method === "automatic",
}
