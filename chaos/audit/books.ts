import type { BankPayment, BankToken } from "./bank"
import type { GivenApproval, Receiver, SpendingRule, Story } from "./story"
import type { Tables } from "./tables"

/** A capture or refund that staff requested in Medusa's admin. Amount in minor units. */
export interface Asked {
  readonly payment_id: string
  readonly kind: "capture" | "refund"
  readonly amount: number
  /** `done`: it was confirmed. `open`: the answer was lost, so it may have come about or not. */
  readonly outcome: "done" | "open"
}

/** Everything that must agree in the end. */
export interface Books {
  readonly tables: Tables
  /** The bank's ledger. */
  readonly bank: readonly BankPayment[]
  /** The cards the bank keeps. */
  readonly tokens: readonly BankToken[]
  /** The id of an order for each `order.placed` that has reached the store's subscribers. */
  readonly placed: readonly string[]
  /** What was asked for, in as far as the askers know. */
  readonly asked: readonly Asked[]
  /** Payments whose order somebody wanted canceled, by our id: money that went back on its own account. */
  readonly canceled: readonly string[]
  /** Payments whose authorization was requested to be voided, by our id. */
  readonly voided: readonly string[]
  /** What each life of the run set out to do. */
  readonly stories: readonly Story[]
  /** Whether nothing went wrong at the bank, in the database and in the store: then every story comes out as expected. */
  readonly is_calm: boolean
  readonly rules: readonly SpendingRule[]
  readonly approvals: readonly GivenApproval[]
  readonly receivers: readonly Receiver[]
}
