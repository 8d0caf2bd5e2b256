import type { PendingEffect } from "../../../domain/settlement"

/** `gw_effect`: a pending effect of a payment in the store. `key` is unique per payment, so it is performed once. */
export interface DueEffect extends PendingEffect {
  readonly payment_id: string
  /** How many times the effect was started, including this time. */
  readonly attempts: number
  /** Increases with each lease and never decreases. The holder of an older value has lost the lease. */
  readonly fence: number
}
