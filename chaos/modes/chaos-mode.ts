import type { RunningWorld } from "../../integration-tests/support/start-world"
import type { BankPayment } from "../audit/bank"
import type { Tables } from "../audit/tables"
import type { Endings } from "../load/amounts"
import type { Action, Opening, Payable } from "../load/purchase"
import type { RunLog } from "../load/run-log"
import type { Shopper } from "../load/shoppers"
import type { Choice, Random } from "../random"
import type { World } from "../../integration-tests/support/world"

/** What the payments of a run do at one kind of bank or provider, and how it fails. The first of each list is the usual case. */
export interface ChaosMode {
  /** The payment provider of new markets in Medusa. */
  readonly provider: string
  readonly endings: Endings
  readonly openings: readonly Opening[]
  readonly shoppers: readonly Shopper[]
  /** A customer whose payment is declined. */
  readonly declines: Shopper
  readonly while_open: readonly Action[]
  readonly afterwards: readonly Action[]
  /** How customers pay a completed checkout. */
  readonly payable: Payable
  /** Further error codes with which the store refuses a capture or refund of an agent until the merchant acts. */
  readonly refusals: readonly string[]
  readonly faults: readonly Choice[]
  /** The names of the parts of a run with `gwb` that are not possible, each with the reason. */
  readonly left_out: Readonly<Record<string, string>>
  /** After this time without faults, no call is in progress any more, even after a kill or without a response. */
  readonly calls_end_after_ms: number
  /** Longer than the time after which the store ends a payment whose customer does not finish. */
  readonly gives_up_after_minutes: number
  /** The environment of a store with this number of servers. */
  environment(servers: number): Readonly<Record<string, string>>
  /** Prepares the bank of a new world. */
  prepare?(running: RunningWorld): Promise<unknown>
  /** Causes one fault after another at the bank and in the database, until the signal. */
  disturb(random: Random, runLog: RunLog, until: AbortSignal): Promise<void>
  /** Ends all faults of the bank. */
  clearFaults(): Promise<unknown>
  /** Lets unused payment pages expire, as far as the bank decides that, and sends all pending notifications. */
  expirePages(): Promise<void>
  /** Lets the store do at once what it does only minutes after its last attempt. Safe to repeat. */
  skipDelays?(): Promise<void>
  /** What merchants still do, once no request of the run is in progress. Safe to repeat. */
  finishWork(runLog: RunLog): Promise<void>
  /** What the agents do at the end, when no work is pending. Unexpected answers are surprises. */
  readBack?(runLog: RunLog): Promise<void>
  /** Every payment at the bank. */
  readLedger(world: World, tables: Tables, runLog: RunLog): Promise<readonly BankPayment[]>
}
