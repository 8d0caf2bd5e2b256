/** The retention periods that the merchant can set, in days. docs/privacy.md has all others. */
export interface Retention {
  /** Carts and checkouts without an order, counted from their expiry. */
  readonly sessions: number
  /** Ended tasks that never waited for a payment, card or operation. */
  readonly tasks: number
  /** The bank's raw messages. The data read from them stays. */
  readonly bank_messages: number
  /** Audit log entries. */
  readonly audit: number
  /** Delivered webhooks. */
  readonly delivered_webhooks: number
  /** Undeliverable webhooks; never shorter than `delivered_webhooks`. */
  readonly dead_webhooks: number
}

/** The kinds of records with a retention period. */
export type RetentionKind = keyof Retention

/** The retention periods of a new store. */
export const DEFAULT_RETENTION: Retention = {
  sessions: 7,
  tasks: 7,
  bank_messages: 400,
  audit: 365,
  delivered_webhooks: 30,
  dead_webhooks: 90,
}

/** The minimum and maximum number of days. */
export const RETENTION_BOUNDS: Readonly<Record<RetentionKind, readonly [number, number]>> = {
  sessions: [1, 365],
  /** An idempotency key is stored with its task for seven days. */
  tasks: [7, 365],
  bank_messages: [30, 3650],
  audit: [90, 3650],
  delivered_webhooks: [7, 365],
  dead_webhooks: [7, 365],
}

/** SQL for the time before which these records are deleted. It reads the current setting. */
export const retainedSince = (kind: RetentionKind): string =>
  `(select now() - make_interval(days => (retention ->> '${kind}')::int) from gw_setting)`
