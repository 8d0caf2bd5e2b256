import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { AGENT_MODULE } from "../../modules/agent"
import type { Session } from "../../modules/agent/models/session"
import type AgentService from "../../modules/agent/service"
import { paymentPlaceOf } from "../../queries/checkout/payment-place"
import type { SessionNow } from "../../queries/checkout/sessions"
import { originOf } from "../checkout/complete-session"
import { chosenDestination } from "../checkout/quote-checkout"
import { newToken } from "./hand-off-token"

/**
 * Hands the cart of a session that is ready to its customer, who pays in the storefront: the session then shows the link.
 * No order is placed and no stock is held before the customer completes the cart. Does nothing if the session was
 * canceled meanwhile. Call while holding the lock of the session.
 */
export async function beginHandOff(
  container: MedusaContainer,
  session: SessionNow & { readonly cart_id: string },
  provider_id: string
): Promise<void> {
  const { id: session_id, cart_id } = session
  const country = await countryOf(container, session, cart_id)
  // Medusa copies a cart's metadata to its order, where it shows the merchant which agent filled the cart.
  const metadata = { gw_agent: originOf(session) }
  await container.resolve(Modules.CART).updateCarts(cart_id, { metadata })
  const { handOffs } = container.resolve<AgentService>(AGENT_MODULE)
  await handOffs.begin({ session_id, cart_id, provider_id, country, ...newToken(session_id, container) })
}

/** The country in which the storefront opens the cart: that of the delivery, otherwise one of the cart's region. */
async function countryOf(
  container: MedusaContainer,
  { requested }: Pick<Session, "requested">,
  cart_id: string
): Promise<string> {
  const { country } = (await paymentPlaceOf(container, cart_id)) ?? {}
  return (chosenDestination(requested)?.address_country ?? country ?? "").toLowerCase()
}
