import type { BankPayment, BankToken } from "../audit/bank"
import type { Dossier } from "../audit/dossier"
import type { Kind } from "../audit/finding"
import type { GivenApproval, Mandate, Receiver, Story } from "../audit/story"

/** A fault that is planted into correct books, with the finding that the audit must report. */
export interface Plant {
  readonly title: string
  readonly kind: Kind
  readonly check: string
  /** Selects the payment: the first for which the function returns a truthy value. */
  readonly victim?: (dossier: Dossier) => unknown
  /** Changes rows; each statement must change at least one. `:victim` is replaced by the id of the payment. */
  readonly sql?: readonly string[]
  /** Replaces the payment in the bank's ledger. */
  readonly at_bank?: (payment: BankPayment) => BankPayment
  /** Changes the bank's ledger. */
  readonly bank?: (ledger: readonly BankPayment[], victim: Dossier | undefined) => BankPayment[]
  /** Changes the saved cards at the bank. */
  readonly tokens?: (tokens: readonly BankToken[]) => BankToken[]
  /** Changes the ids of the announced orders. */
  readonly placed?: (orders: readonly string[]) => string[]
  /** Changes the messages that clients have received. */
  readonly receivers?: (receivers: readonly Receiver[], victim: Dossier | undefined) => Receiver[]
  /** Changes the approvals of the merchant. */
  readonly approvals?: (approvals: readonly GivenApproval[]) => GivenApproval[]
  /** Adds a group of equal purchases. */
  readonly repeated?: (dossiers: readonly Dossier[]) => readonly string[]
  /** Changes the mandates of the saved cards. */
  readonly mandates?: (mandates: readonly Mandate[]) => Mandate[]
  /** Changes the stories of the run. */
  readonly stories?: (stories: readonly Story[], victim: Dossier | undefined) => Story[]
}
