import type { Owed } from "../../../domain/settlement"

/** `gw_effect`: something a settlement owes to the store. `key` is unique per payment, so it is owed once. */
export interface DueEffect extends Owed {
  readonly payment_id: string
  /** How often it has been begun, this time included. */
  readonly attempts: number
  /** Rises with each lease and is never set back: who holds an older one has lost the effect. */
  readonly fence: number
}
