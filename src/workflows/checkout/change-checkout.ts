import type { RequestedCheckout } from "../../modules/agent/models/session"
import type { SessionNow } from "../../queries/checkout/sessions"
import { checkoutStatus, isPaymentInProgress, refuseEnded } from "./checkout-status"
import type { SessionCaller } from "./session-caller"
import { withSessionLock, sessionOf, update } from "./owned-sessions"
import { storeProviderCards } from "./store-provider-cards"

/** A checkout after a change. `is_payment_in_progress`: a payment is in progress, so nothing was changed. */
export interface Changed {
  readonly session: SessionNow
  readonly is_payment_in_progress: boolean
}

/**
 * Changes the requested checkout of the caller's session and computes a new quote. Changes nothing while a payment is
 * in progress. `request` is the id of the request, the same when it is repeated. Throws `not_found`, and
 * `invalid_state` for a checkout that has ended.
 */
export function changeCheckout(
  id: string,
  change: (requested: RequestedCheckout) => RequestedCheckout,
  caller: SessionCaller,
  request: string
): Promise<Changed> {
  return withSessionLock("checkout", id, caller, async (session) => {
    const status = checkoutStatus(session)
    refuseEnded(id, status)
    if (isPaymentInProgress(status)) return { session, is_payment_in_progress: true }
    await update(session, change, caller, request)
    await storeProviderCards(await sessionOf("checkout", id, caller), caller)
    return { session: await sessionOf("checkout", id, caller), is_payment_in_progress: false }
  })
}
