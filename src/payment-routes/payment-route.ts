import type { MedusaContainer } from "@medusajs/framework/types"
import type { ConfiguredRoute } from "../domain/payment-route"
import type { SavedCard, SessionNow } from "../queries/checkout/sessions"
import type { Paying } from "../workflows/checkout/complete-session"

/** A session that is ready to be paid. */
export type ReadySession = SessionNow & { readonly cart_id: string }

/** How a checkout is paid. */
export interface PaymentRoute {
  /** Whether a payment by this configured route can charge a credential, such as a wallet's token, at once. */
  chargesCredential(container: MedusaContainer, configured: ConfiguredRoute): boolean
  /** Whether a payment by this configured route can charge a saved card. */
  chargesCard(card: Pick<SavedCard, "provider_id">, configured: ConfiguredRoute): boolean
  /** Whether agents can save the card of a payment by this configured route. */
  savesCard(container: MedusaContainer, configured: ConfiguredRoute): boolean
  /**
   * Begins the payment of a session that is ready to be paid. The caller holds the session's lock. Returns false if Medusa
   * cannot place the order of the cart; then neither an order nor a payment remains.
   */
  begin(
    container: MedusaContainer,
    session: ReadySession,
    paying: Paying,
    configured: ConfiguredRoute
  ): Promise<boolean>
}
