import { isDeepStrictEqual } from "node:util"

/** What a response says about a checkout, as far as it decides what the agent and the buyer do next. */
export interface CheckoutState {
  readonly status?: string
  readonly continue_url?: string
  readonly actions?: unknown
  readonly line_items?: unknown
  readonly totals?: unknown
  readonly messages?: readonly { readonly code?: string }[]
}

const DECIDING = ["continue_url", "actions", "line_items", "totals"] as const

/** The suffix of the codes that say that the merchant must approve. */
const APPROVAL = "approval_required"

/**
 * Whether a response to a completion, which can be a stored one, still says what the checkout says now, apart from its status.
 * If not, the checkout is returned as it is now. What the merchant has approved or rejected since is in the checkout only.
 */
export function stillHolds(then: CheckoutState, now: CheckoutState): boolean {
  const isSame = DECIDING.every((member) => isDeepStrictEqual(then[member], now[member]))
  return isSame && !then.messages?.some(({ code }) => code?.endsWith(APPROVAL))
}
