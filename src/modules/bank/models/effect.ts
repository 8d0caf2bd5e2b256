import type { Effect } from "../../../domain/settlement"

/** `gw_effect`: something a settlement owes to the store. Unique per payment, so it is owed once. */
export interface DueEffect {
  readonly payment_id: string
  readonly effect: Effect
}
