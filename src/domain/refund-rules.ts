/** Why an agent requests a refund, for the merchant's decision and reports. */
export const REFUND_REASONS = [
  "duplicate",
  "not_received",
  "damaged",
  "wrong_item",
  "not_as_described",
  "changed_mind",
  "fraudulent",
  "other",
] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/** What happens to a refund that a client requests whose consent a customer gave. */
export const CUSTOMER_REFUNDS = ["off", "approval", "automatic"] as const

/** What happens to a refund that a client requests whose consent the merchant's staff gave. */
export const STAFF_REFUNDS = ["off", "approval", "immediate"] as const

/** How much is refunded automatically in one currency. Minor units. */
export interface RefundLimit {
  /** Uppercase ISO 4217. */
  readonly currency: string
  readonly max_per_refund: number
  /** The maximum of one client in the last 24 hours. */
  readonly max_per_client: number
  /** The maximum of all clients together in the last 24 hours. */
  readonly max_per_day: number
}

/** The merchant's rules for refunds that agents request. */
export interface RefundRules {
  /** For clients whose consent a customer gave. */
  readonly customer_clients: (typeof CUSTOMER_REFUNDS)[number]
  /** For clients whose consent the merchant's staff gave. */
  readonly staff_clients: (typeof STAFF_REFUNDS)[number]
  /** At most one per currency. Refunds in a currency without limits are not automatic. */
  readonly limits: readonly RefundLimit[]
  /** Whether an order that is fulfilled, in full or in part, is refunded automatically. */
  readonly after_fulfillment: boolean
  /** For how many days after its latest fulfillment. Later refunds wait for approval. */
  readonly return_window_days: number
  /** Whether the scope to manage orders includes the scope to refund them. */
  readonly manage_scope: boolean
}

/** The rules of a new store. */
export const DEFAULT_REFUND_RULES: RefundRules = {
  customer_clients: "approval",
  staff_clients: "immediate",
  limits: [],
  after_fulfillment: false,
  return_window_days: 14,
  manage_scope: true,
}

/** The minimum and maximum number of days of the return window. */
export const RETURN_WINDOW_BOUNDS = [1, 365] as const

/** The facts about a refund that the rules apply to. Amounts in minor units of `currency`. */
export interface RefundFacts {
  readonly amount: number
  readonly currency: string
  /** What was refunded automatically in the last 24 hours, for the client and for all clients. */
  readonly refunded: { readonly by_client: number; readonly by_all: number }
  /** Days since the latest fulfillment; null if nothing is fulfilled. */
  readonly days_fulfilled: number | null
}

/** Whether a refund is executed at once, waits for the merchant's approval, or is not possible. */
export type RefundVerdict = "now" | "approval" | "off"

/** What the rules say about a refund of a client whose consent a customer gave. */
export function customerVerdict(rules: RefundRules, facts: RefundFacts): RefundVerdict {
  if (rules.customer_clients !== "automatic") return rules.customer_clients
  return isWithinLimits(rules, facts) && isWithinWindow(rules, facts) ? "now" : "approval"
}

/** What the rules say about a refund of a client whose consent the merchant's staff gave. */
export const staffVerdict = ({ staff_clients }: RefundRules): RefundVerdict =>
  staff_clients === "immediate" ? "now" : staff_clients

function isWithinLimits({ limits }: RefundRules, { amount, currency, refunded }: RefundFacts): boolean {
  const limit = limits.find((one) => one.currency === currency)
  return (
    limit !== undefined &&
    amount <= limit.max_per_refund &&
    refunded.by_client + amount <= limit.max_per_client &&
    refunded.by_all + amount <= limit.max_per_day
  )
}

function isWithinWindow(rules: RefundRules, { days_fulfilled }: RefundFacts): boolean {
  if (days_fulfilled === null) return true
  return rules.after_fulfillment && days_fulfilled <= rules.return_window_days
}
