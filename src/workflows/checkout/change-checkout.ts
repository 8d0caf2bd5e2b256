import type { RequestedCheckout } from "../../modules/agent/models/session"
import type { SessionNow } from "../../queries/checkout/sessions"
import { checkoutStatus, isUnderWay } from "./checkout-status"
import type { SessionCaller } from "./session-caller"
import { refuseEnded } from "./refuse-ended"
import { holding, rewrite, sessionOf } from "./owned-sessions"

/** A checkout after a change. `is_under_way`: a payment is in progress, so nothing was changed. */
export interface Changed {
  readonly session: SessionNow
  readonly is_under_way: boolean
}

/**
 * Changes the requested checkout of the caller's session and computes a new quote. Changes nothing while a payment is
 * in progress. Throws `not_found`, and `invalid_state` for a checkout that has ended.
 */
export function changeCheckout(
  id: string,
  change: (requested: RequestedCheckout) => RequestedCheckout,
  caller: SessionCaller
): Promise<Changed> {
  return holding("checkout", id, caller, async (session) => {
    const status = checkoutStatus(session)
    refuseEnded(id, status)
    if (isUnderWay(status)) return { session, is_under_way: true }
    await rewrite(session, change(session.requested), caller)
    return { session: await sessionOf("checkout", id, caller), is_under_way: false }
  })
}
