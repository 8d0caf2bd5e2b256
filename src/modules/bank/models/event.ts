import type { PaymentSnapshot, TokenSnapshot } from "../../../drivers/driver"

/** `gw_bank_event`: a verified bank event, stored with its raw message and snapshot before it is processed. */
export interface StoredEvent {
  readonly event_id: string
  /** The name of the account at a bank whose event it is. */
  readonly bank_account: string
  /** How many times the contents were replaced. */
  readonly revision: number
  /** Null if the event is not about a payment. */
  readonly snapshot: PaymentSnapshot | null
  /** Null if the event is not about a saved card. */
  readonly token: TokenSnapshot | null
}
