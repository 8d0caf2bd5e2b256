import type { PaymentSnapshot, TokenSnapshot } from "../../../drivers/driver"

/** `gw_bank_event`: a verified notification, stored raw and with the snapshot it carries, before anything is made of it. */
export interface StoredEvent {
  readonly event_id: string
  /** How often its contents were replaced. */
  readonly revision: number
  /** Null on events that are not about a payment. */
  readonly snapshot: PaymentSnapshot | null
  /** Null on events that are not about a kept card. */
  readonly token: TokenSnapshot | null
}
