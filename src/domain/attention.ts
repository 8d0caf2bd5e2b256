/** The number of items of each kind that need the staff's attention. Each count stops at 100. */
export interface Attention {
  /** Open alerts. */
  readonly alerts: number
  /** Payments that wait for the merchant's approval. */
  readonly approvals: number
  /** Payments that need manual review. */
  readonly payments: number
  /** Payments that the cardholder disputes. */
  readonly disputes: number
  /** Webhooks whose deliveries fail. */
  readonly webhooks: number
}
