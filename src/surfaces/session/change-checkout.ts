import type { Wishes } from "../../modules/agent/models/session"
import type { SessionNow } from "../../queries/sessions"
import { checkoutStatus, isUnderWay } from "../../workflows/session/standing"
import type { Call } from "../call"
import { refuseEnded } from "./refuse-ended"
import { holding, rewrite, sessionOf } from "./sessions"

/** A checkout after a change. `is_under_way`: a payment is in progress, so nothing was changed. */
export interface Changed {
  readonly session: SessionNow
  readonly is_under_way: boolean
}

/**
 * Changes the requested checkout of the caller's session and computes a new quote. Changes nothing while a payment is
 * in progress. Throws `not_found`, and `invalid_state` for a checkout that has ended.
 */
export function changeCheckout(id: string, change: (wishes: Wishes) => Wishes, call: Call): Promise<Changed> {
  return holding("checkout", id, call, async (session) => {
    const status = checkoutStatus(session)
    refuseEnded(id, status)
    if (isUnderWay(status)) return { session, is_under_way: true }
    await rewrite(session, change(session.wishes), call)
    return { session: await sessionOf("checkout", id, call), is_under_way: false }
  })
}
