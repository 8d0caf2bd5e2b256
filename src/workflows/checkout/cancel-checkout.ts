import type { SessionNow } from "../../queries/checkout/sessions"
import { cancelSession } from "./cancel-session"
import { checkoutStatus, refuseEnded } from "./checkout-status"
import type { SessionCaller } from "./session-caller"
import { withSessionLock, sessionOf } from "./owned-sessions"

/**
 * Cancels the caller's checkout; a payment in progress is voided at the bank first. Repeating the same `request`
 * returns the canceled checkout. Throws `not_found`, `invalid_state` for one that has ended otherwise, and
 * `bank_unavailable` while the bank's answer is unknown.
 */
export function cancelCheckout(id: string, request: string, caller: SessionCaller): Promise<SessionNow> {
  return withSessionLock("checkout", id, caller, async (session) => {
    if (session.canceled_by === request) return session
    refuseEnded(id, checkoutStatus(session))
    await cancelSession(caller.container, session, request)
    return sessionOf("checkout", id, caller)
  })
}
