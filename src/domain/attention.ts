/** How much waits for the staff; 100 stands for more, too. */
export interface Attention {
  /** Open alerts. */
  readonly alerts: number
  /** Payments that wait for the merchant's approval. */
  readonly approvals: number
  /** Payments that need review. */
  readonly payments: number
  /** Webhooks that fail. */
  readonly webhooks: number
}
