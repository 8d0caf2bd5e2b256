import type { BankPayment, BankToken } from "./bank"
import type { ModeName } from "./mode-name"
import type { GivenApproval, Mandate, Receiver, SpendingRule, Story } from "./story"
import type { Tables } from "./tables"

/** A capture or refund that staff or an agent requested. Amount in minor units. */
export interface RequestedMovement {
  readonly payment_id: string
  readonly kind: "capture" | "refund"
  readonly amount: number
  /** `done`: it was confirmed. `open`: the response was lost, so it may have been executed or not. */
  readonly outcome: "done" | "open"
}

/** Everything that the audit compares. */
export interface Books {
  /** It decides which checks are possible. */
  readonly mode: ModeName
  readonly tables: Tables
  /** The bank's ledger. */
  readonly bank: readonly BankPayment[]
  /** The saved cards at the bank. */
  readonly tokens: readonly BankToken[]
  /** The id of an order for each `order.placed` that has reached the store's subscribers, see `placedIn`. */
  readonly placed: readonly string[]
  /** The ids of the orders that Medusa itself announces, and whose announcement a kill lost, see `lostIn`. */
  readonly lost: readonly string[]
  /** The requested captures and refunds, with the outcomes that the requesters know. */
  readonly requested: readonly RequestedMovement[]
  /** Ids of payments whose order was requested to be canceled, so that the store may refund or void them. */
  readonly canceled: readonly string[]
  /** Ids of payments whose authorization was requested to be voided. */
  readonly voided: readonly string[]
  /** The story of each purchase of the run. */
  readonly stories: readonly Story[]
  /** Whether the run had no planned failures. Then every story must end as expected. */
  readonly is_calm: boolean
  readonly rules: readonly SpendingRule[]
  readonly approvals: readonly GivenApproval[]
  /** Groups of checkouts of equal purchases, of which only one may be paid. */
  readonly repeated: readonly (readonly string[])[]
  readonly mandates: readonly Mandate[]
  readonly receivers: readonly Receiver[]
}
