import type { Fault } from "../disturbances/faults"
import type { Endings } from "../load/amounts"
import type { Action, Opening } from "../load/purchase"
import type { Shopper } from "../load/shoppers"

/** What the payments of a run do at one kind of bank, and how this bank fails. The first of each list is the usual case. */
export interface BankMode {
  readonly endings: Endings
  readonly openings: readonly Opening[]
  readonly shoppers: readonly Shopper[]
  /** A customer who declines the payment on the bank's page. */
  readonly declines: Shopper
  readonly while_open: readonly Action[]
  readonly afterwards: readonly Action[]
  readonly faults: readonly Fault[]
  /** Whether the bank has keys of its own, which it can change. */
  readonly has_keys: boolean
  /** The names of the parts of a run with `gwb` that this bank cannot have, each with the reason. */
  readonly left_out: Readonly<Record<string, string>>
}
