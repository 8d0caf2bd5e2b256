import { completeSession } from "../workflows/checkout/complete-session"
import type { PaymentRoute } from "./payment-route"

/** The agent's order is placed unpaid, and the customer pays on the page of the store's bank, or with a saved card. */
export const bank: PaymentRoute = {
  capabilities: { saved_cards: true, credentials: false },
  begin: (container, session, paying, configured) =>
    completeSession(container, session, paying, { ...configured, route: "bank" }),
}
