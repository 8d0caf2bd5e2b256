import { beginHandOff } from "../workflows/storefront/begin-hand-off"
import type { PaymentRoute } from "./payment-route"

/** The cart is handed to the customer, who pays and places the order in the storefront, with any provider. */
export const storefront: PaymentRoute = {
  chargesCredential: () => false,
  chargesCard: () => false,
  savesCard: () => false,
  async begin(container, session, _, { provider }) {
    await beginHandOff(container, session, provider)
    return true
  },
}
