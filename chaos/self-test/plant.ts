import type { BankPayment, BankToken } from "../audit/bank"
import type { Dossier } from "../audit/dossier"
import type { Kind } from "../audit/finding"
import type { GivenApproval, Receiver, Story } from "../audit/story"

/** A fault put into books in which all is well, and how the audit must call it. */
export interface Plant {
  readonly title: string
  readonly kind: Kind
  readonly check: string
  /** Whom it befalls: the first payment that is such a one. */
  readonly victim?: (dossier: Dossier) => unknown
  /** Changes rows; each statement must hit at least one. `:victim` stands for the id of the victim. */
  readonly sql?: readonly string[]
  /** Changes the victim in the bank's ledger; its return value is put in its place. */
  readonly at_bank?: (payment: BankPayment) => BankPayment
  /** Changes the bank's ledger. */
  readonly bank?: (ledger: readonly BankPayment[], victim: Dossier | undefined) => BankPayment[]
  /** Changes the cards the bank keeps. */
  readonly tokens?: (tokens: readonly BankToken[]) => BankToken[]
  /** Changes what reached the subscribers: the ids of orders. */
  readonly placed?: (orders: readonly string[]) => string[]
  /** Changes what clients have heard. */
  readonly receivers?: (receivers: readonly Receiver[], victim: Dossier | undefined) => Receiver[]
  /** Changes what the merchant has approved. */
  readonly approvals?: (approvals: readonly GivenApproval[]) => GivenApproval[]
  /** Changes what the lives set out to do. */
  readonly stories?: (stories: readonly Story[], victim: Dossier | undefined) => Story[]
}
