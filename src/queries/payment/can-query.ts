import type { MedusaContainer } from "@medusajs/framework/types"
import type { Payment } from "../../modules/bank/models/payment"
import { isUncaptured, providerSessions, unrecorded } from "./provider-sessions"

type Queried = Pick<Payment, "route" | "order_id" | "display_status">

/**
 * Whether a query about a payment would read its status at the bank or the other provider now. False for an order on which
 * nothing is due, and once Medusa has recorded what another provider was paid.
 */
export async function canQuery(
  container: MedusaContainer,
  { route, order_id, display_status }: Queried
): Promise<boolean> {
  if (display_status === "nothing_due") return false
  if (route === "bank") return true
  // Before the order, only the cart's payment sessions exist, and jobs follow those.
  if (!order_id) return false
  const sessions = await providerSessions(container, order_id)
  return route === "page" ? sessions.some(isUncaptured) : unrecorded(container, sessions).length > 0
}
