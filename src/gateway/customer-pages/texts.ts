import type { CheckoutStatus } from "../../domain/checkout"
import type { DeclineReason } from "./decline-reason"
import type { CardOutcome, PaymentSituation } from "./payment-outcome"

/** A heading and its text. */
export interface Words {
  readonly title: string
  readonly text: string
}

/** Why a payment was declined, and what the customer can do about it. */
export interface Reason {
  readonly why: string
  readonly advice: string
}

/** Why a link no longer leads to the bank. */
export type DeadLink = "unknown" | "used" | "expired"

/** The page on which a customer pays through another provider than the bank. */
export interface PayTexts {
  readonly title: (sum: string) => string
  /** What the customer pays for. */
  readonly purpose: string
  readonly button: (sum: string) => string
  /** The payment form cannot be loaded. */
  readonly unavailable: string
  /** The provider gives no reason. */
  readonly failed: string
  readonly needs_script: string
  /** `provider` is the name of the payment provider. */
  readonly note: (provider: string) => string
  /** The link back to the page. */
  readonly back: string
  /** The button that leads to the provider's own page. */
  readonly continue_at: (provider: string) => string
  /** The customer returns from the provider and has not paid. */
  readonly not_made: string
  readonly try_again: string
}

/** All texts of the customer pages. A language is one object of this type, so a missing text does not compile. */
export interface Texts {
  /** BCP 47. */
  readonly lang: string
  readonly amount: string
  readonly order_number: string
  readonly what_next: string
  readonly payment: Readonly<Record<PaymentSituation, Words & { readonly next: string }>>
  readonly why: string
  readonly what_to_do: string
  readonly reasons: Readonly<Record<DeclineReason, Reason>>
  readonly refunded: (refunded: string, captured: string) => string
  readonly refund_pending: (sum: string) => string
  readonly order_not_completed: string
  readonly card: Readonly<Record<CardOutcome, Words>>
  readonly looks_again: string
  readonly takes_longer: string
  readonly look_again: string
  readonly continue_at_bank: string
  readonly if_nothing_happens: Readonly<Record<"link" | "button", string>>
  readonly back_to: (name: string) => string
  readonly pay: PayTexts
  /** The customer returns from a provider in a browser that does not know the payment. */
  readonly returned: Words
  readonly dead_links: Readonly<Record<DeadLink, Words>>
  readonly dead_link_advice: string
  readonly checkout: Readonly<Record<CheckoutStatus, Words>>
  /** The same for an order that costs nothing. */
  readonly free: Readonly<Record<"complete_in_progress" | "completed", Words>>
  readonly not_found: Words
  readonly failure: Words
}
