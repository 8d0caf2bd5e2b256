import type { Operation } from "./operation"

/** The history of a payment. */
export interface PaymentTrace {
  /** The payment's effects in the store. `last_error` is the reason of the last failed attempt. */
  readonly effects: readonly {
    readonly key: string
    readonly attempts: number
    readonly last_error: string | null
    readonly created_at: Date
    readonly done_at: Date | null
  }[]
  /** Calls that move money. Amounts in minor units. */
  readonly operations: readonly Pick<
    Operation,
    "id" | "kind" | "amount" | "status" | "error_code" | "merchant_reference" | "created_at"
  >[]
  /** The bank events about the payment, with their results. */
  readonly events: readonly {
    readonly event_id: string
    readonly type: string
    readonly verdict: string | null
    readonly received_at: Date
    readonly processed_at: Date | null
  }[]
}
