import type { MedusaContainer } from "@medusajs/framework/types"
import type { ConfiguredRoute } from "../domain/payment-route"
import type { SessionNow } from "../queries/checkout/sessions"
import type { Paying } from "../workflows/checkout/complete-session"

/** What a payment route can do, for messages to agents and for the merchant. */
export interface RouteCapabilities {
  /** Whether a card can be saved with a payment, and a saved card be charged. */
  readonly saved_cards: boolean
}

/** A session that is ready to be paid. */
export type ReadySession = SessionNow & { readonly cart_id: string }

/** A way in which a checkout is paid. */
export interface PaymentRoute {
  readonly capabilities: RouteCapabilities
  /**
   * Begins the payment of a session that is ready, whose lock the caller holds. Returns false when Medusa cannot place
   * the order of its cart; then nothing is left.
   */
  begin(
    container: MedusaContainer,
    session: ReadySession,
    paying: Paying,
    configured: ConfiguredRoute
  ): Promise<boolean>
}
