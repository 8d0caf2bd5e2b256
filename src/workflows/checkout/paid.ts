import type { Problem } from "../../domain/errors"
import type { SessionNow } from "../../queries/checkout/sessions"

/** The result of a request to pay a checkout. `session.quote_changes` states what was found to differ. */
export interface Paid {
  readonly session: SessionNow
  /** The bank declined at once (`payment_failed`), or the merchant's limits do not allow it (`spending_limit`, `unpaid_limit`). */
  readonly refusal?: Problem
  /** Why no payment was started, when the checkout's status does not explain it. */
  readonly obstacle?: "under_way" | "incomplete"
  /** Set if no payment was started because the client has made an equal purchase (`duplicate_purchase`). */
  readonly duplicate?: Problem
}
