import { DEFAULT_ACCOUNT } from "../domain/bank-account"
import { completeSession } from "../workflows/checkout/complete-session"
import { savesCardsAt } from "../workflows/checkout/saved-cards"
import type { PaymentRoute } from "./payment-route"

/** The agent's order is placed unpaid, and the customer pays on the page of the store's bank, or with a saved card. */
export const bank: PaymentRoute = {
  chargesCredential: () => false,
  chargesCard: ({ provider_id }) => !provider_id,
  savesCard: (container, { bank: account = DEFAULT_ACCOUNT }) => savesCardsAt(account, { container }),
  begin: (container, session, paying, configured) =>
    completeSession(container, session, paying, { ...configured, route: "bank" }),
}
