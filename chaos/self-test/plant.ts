import type { BankPayment, BankToken } from "../audit/bank"
import type { Kind } from "../audit/finding"

/** A fault put into books in which all is well, and how the audit must call it. */
export interface Plant {
  readonly title: string
  readonly kind: Kind
  readonly check: string
  /** Changes rows; each statement must hit at least one. */
  readonly sql?: readonly string[]
  /** Changes the bank's ledger. */
  readonly bank?: (ledger: readonly BankPayment[]) => BankPayment[]
  /** Changes the cards the bank keeps. */
  readonly tokens?: (tokens: readonly BankToken[]) => BankToken[]
  /** Changes what reached the subscribers: the ids of orders. */
  readonly placed?: (orders: readonly string[]) => string[]
}
