/** How many items wait for the staff, each counted up to 100. */
export interface Attention {
  /** Open alerts. */
  readonly alerts: number
  /** Payments that wait for the merchant's approval. */
  readonly approvals: number
  /** Payments that need review. */
  readonly payments: number
  /** Payments that the cardholder disputes. */
  readonly disputes: number
  /** Failing webhooks. */
  readonly webhooks: number
}
