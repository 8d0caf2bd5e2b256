/** `gw_bank_operation`: one intended call that moves money, written down before it is made. Amounts in minor units. */
export interface Operation {
  readonly id: string
  readonly payment_id: string
  readonly kind: "capture" | "void" | "refund"
  readonly merchant_reference: string
  readonly idempotency_key: string
  /** Null for a void, which has none. */
  readonly amount: number | null
  readonly final: boolean
  /** What the bank is told of a refund; of a void, for our own counts, who has ended the payment. */
  readonly reason: string | null
  /** Medusa's capture or refund this call is for; null when it was begun by ourselves. */
  readonly medusa_id: string | null
  readonly status: "requested" | "unknown" | "done" | "refused"
  readonly error_code: string | null
  readonly created_at: Date
}
