import type { SessionNow } from "../../queries/sessions"
import { cancelSession } from "../../workflows/session/cancel-session"
import { checkoutStatus } from "../../workflows/session/standing"
import type { Call } from "../call"
import { refuseEnded } from "./refuse-ended"
import { holding, sessionOf } from "./sessions"

/**
 * Cancels the caller's checkout; a payment in progress is voided at the bank first. Repeating the same `request`
 * returns the canceled checkout. Throws `not_found`, `invalid_state` for one that has ended otherwise, and
 * `bank_unavailable` while the bank's answer is unknown.
 */
export function cancelCheckout(id: string, request: string, call: Call): Promise<SessionNow> {
  return holding("checkout", id, call, async (session) => {
    if (session.canceled_by === request) return session
    refuseEnded(id, checkoutStatus(session))
    await cancelSession(call.container, session, request)
    return sessionOf("checkout", id, call)
  })
}
