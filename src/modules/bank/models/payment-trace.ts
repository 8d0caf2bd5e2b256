import type { Operation } from "./operation"

/** How a payment came to stand where it does. */
export interface PaymentTrace {
  /** What it owed to the store; `last_error` says why one is not done yet. */
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
  /** What the bank has told, with what became of it. */
  readonly events: readonly {
    readonly event_id: string
    readonly type: string
    readonly verdict: string | null
    readonly received_at: Date
    readonly processed_at: Date | null
  }[]
}
