/** For how many days what is about people is kept; what is absent here is kept as docs/privacy.md says. */
export interface Retention {
  /** Carts and checkouts that bought nothing, counted from when they ran out. */
  readonly sessions: number
  /** Tasks that ended and waited for nothing at the bank. */
  readonly tasks: number
  /** What the bank has sent, to the letter. What was made of it stays. */
  readonly bank_messages: number
  readonly audit: number
  /** Webhooks that were delivered. */
  readonly delivered_webhooks: number
  /** Webhooks that were given up; never shorter than those that were delivered. */
  readonly dead_webhooks: number
}

export type Kept = keyof Retention

/** The retention in a new store. */
export const DEFAULT_RETENTION: Retention = {
  sessions: 7,
  tasks: 7,
  bank_messages: 400,
  audit: 365,
  delivered_webhooks: 30,
  dead_webhooks: 90,
}

/** The fewest and the most days a merchant may set. */
export const RETENTION_BOUNDS: Readonly<Record<Kept, readonly [number, number]>> = {
  sessions: [1, 365],
  /** An idempotency key is on its task for seven days. */
  tasks: [7, 365],
  bank_messages: [30, 3650],
  audit: [90, 3650],
  delivered_webhooks: [7, 365],
  dead_webhooks: [7, 365],
}

/** The time before which what is kept so long is forgotten, for a statement: every instance goes by the newest setting. */
export const keptSince = (what: Kept): string =>
  `(select now() - make_interval(days => (retention ->> '${what}')::int) from gw_setting)`
