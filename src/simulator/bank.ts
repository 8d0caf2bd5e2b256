import type { Agenda } from "./agenda"
import type { Clock } from "./clock"
import type { Deliveries } from "./deliveries"
import type { Faults } from "./faults"
import type { Idempotency } from "./idempotency"
import type { Ids } from "./ids"
import type { Ledger } from "./ledger"
import type { Merchant } from "./merchants"
import type { Options } from "./options"
import type { Redsys } from "./redsys"
import type { RequestLog } from "./request-log"
import type { Signer } from "./sign-message"

/** The simulated bank: its data, clock, keys and merchants. There is one per process. */
export interface Bank {
  readonly options: Options
  readonly clock: Clock
  readonly agenda: Agenda
  readonly ids: Ids
  readonly signer: Signer
  readonly merchants: ReadonlyMap<string, Merchant>
  readonly ledger: Ledger
  readonly idempotency: Idempotency
  readonly deliveries: Deliveries
  readonly log: RequestLog
  readonly faults: Faults
  readonly redsys: Redsys
  /** The URL of the bank, which is also its issuer name. Known once the port is. */
  publicUrl: string
  /** Starts the bank at `publicUrl`: timers run and queued notifications are sent from now on. */
  open(publicUrl: string): void
  /** Deletes all data, but keeps the keys and merchants. */
  reset(): void
  close(): void
}
