/** Amounts are in minor units; `currency` is lowercase. Times are in seconds since 1970. */
export interface Intent {
  readonly id: string
  readonly object: "payment_intent"
  readonly amount: number
  readonly amount_capturable: number
  readonly amount_received: number
  readonly currency: string
  readonly capture_method: CaptureMethod
  readonly client_secret: string
  readonly created: number
  readonly customer: string | null
  readonly last_payment_error: object | null
  readonly latest_charge: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly next_action: object | null
  readonly payment_method: string | null
  readonly status: IntentStatus
}

/** Whether an authorized amount is captured at once. */
export type CaptureMethod = "automatic" | "manual"

/** The statuses of a payment, as Stripe's API names them. */
export type IntentStatus =
  | "requires_payment_method"
  | "requires_confirmation"
  | "requires_action"
  | "processing"
  | "requires_capture"
  | "succeeded"
  | "canceled"

/** What a payment can be canceled from, and what its amount can be changed in. */
export const CANCELABLE: readonly IntentStatus[] = [
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
  "requires_capture",
]

/** The statuses in which a payment can still be changed. */
export const CHANGEABLE: readonly IntentStatus[] = ["requires_payment_method", "requires_confirmation"]
