/** An amount in Mollie's notation: major units with two decimals. */
export interface MollieAmount {
  readonly value: string
  readonly currency: string
}

/** How a payment ends that its customer makes, or does not make, on the hosted page. */
export type Outcome = "paid" | "failed" | "expired" | "canceled"

/** A payment of Mollie's Payments API v2, as far as the double has it. */
export interface MolliePayment {
  readonly id: string
  status: "open" | "authorized" | Outcome
  readonly amount: MollieAmount
  readonly captureMode: "automatic" | "manual"
  readonly redirectUrl: string
  readonly webhookUrl: string
  readonly metadata: { readonly session_id: string }
  readonly refunds: MollieAmount[]
  /** The idempotency key of the request that captured it. */
  captured_with?: string
  readonly _links: { readonly checkout: { readonly href: string } }
}

/** What the store sends to create a payment. */
export type NewPayment = Pick<MolliePayment, "amount" | "redirectUrl" | "webhookUrl" | "metadata"> &
  Partial<Pick<MolliePayment, "captureMode">>

/** What tests set. */
export interface Settings {
  /** Whether webhooks are sent. */
  readonly webhooks: boolean
  /** Whether a repeated capture with the same idempotency key is answered as the first one. */
  readonly idempotent: boolean
  /** Whether open payments can be canceled. Mollie refuses that for some methods. */
  readonly cancelable: boolean
  /** The host of the hosted page in the answers. */
  readonly host: string
}
