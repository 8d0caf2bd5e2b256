import type { DisplayStatus } from "../../../domain/display-status"
import type { Decline, Dispute, Intent, PaymentStatus } from "../../../domain/settlement"
import type { Agreement } from "../../../domain/card"

/**
 * `gw_payment`: one payment at the bank, or an order of an agent's for which `nothing_due` was to be paid: then the amount is 0,
 * and the bank never hears of it. Amounts are integer minor units of `currency`.
 */
export interface Payment {
  readonly id: string
  readonly merchant_reference: string
  readonly bank_payment_id: string | null
  /**
   * Where the order comes from: an agent placed it for this payment, the settlement places it by completing the shopper's
   * cart, or an agent's when nothing is due, or it was there before, and stands whatever becomes of the payment: the
   * shopper pays it in their app, or what is left to pay of it in the storefront.
   */
  readonly origin: "order" | "cart" | "standing"
  /** The agent client the payment belongs to; null for the storefront's own. */
  readonly client_id: string | null
  readonly session_id: string | null
  /** The shopper's cart, from the first attempt to make it an order on; null for an agent's payment without a cart. */
  readonly cart_id: string | null
  readonly order_id: string | null
  /** The order's integer number, as the spec's wires carry it. */
  readonly shop_order_id: number | null
  readonly order_reference: string | null
  readonly intent: Intent
  readonly status: PaymentStatus
  /** The version of the newest snapshot taken; 0 before the first. */
  readonly version: number
  readonly amount: number
  readonly captured_amount: number
  readonly refunded_amount: number
  /** What the bank is still in the course of giving back. */
  readonly refund_pending_amount: number
  readonly currency: string
  readonly description: string
  readonly customer_email: string | null
  /** The page of ours to which the bank sends the shopper back; null where no shopper takes part. */
  readonly return_url: string | null
  /** The storefront's or agent's page to which ours sends the shopper on. */
  readonly continue_url: string | null
  /** The link for the shopper: the bank's page, or ours that leads there when the bank wants a form posted. */
  readonly redirect_url: string | null
  readonly card_brand: string | null
  readonly card_last4: string | null
  /** What the shopper agrees to when the card shall be kept as well. */
  readonly save_card: Agreement | null
  /** The kept card this payment charges without the shopper. */
  readonly card_token_id: string | null
  readonly decline_code: string | null
  readonly decline_message: string | null
  /** Why a person must look; null when nobody must. */
  readonly review_reason: string | null
  /** Whether a refund failed and nobody has closed the review of that. */
  readonly has_failed_refund: boolean
  /** How it stands for the merchant, by everything above: PostgreSQL derives it whenever the row changes. */
  readonly display_status: DisplayStatus
  readonly disputes: readonly Dispute[]
  readonly idempotency_key: string
  /** Set when order, session and payment are tied together: effects wait for it. */
  readonly provisioned_at: Date | null
  /** When the bank first wanted the shopper to prove it; null where it never has. */
  readonly sca_started_at: Date | null
  /** When its order was announced to the store's subscribers. */
  readonly announced_at: Date | null
  /** Under which it was erased who has paid. */
  readonly erasure_id: string | null
  readonly created_at: Date
  readonly updated_at: Date
}

/**
 * What cardholders dispute of a payment, and what they have won back, in minor units: the bank takes it back by itself,
 * and a refund of it would pay them twice. What the merchant has won does not count.
 */
export function disputedOf({ disputes }: Pick<Payment, "disputes">): number {
  return disputes.reduce((sum, { status, amount }) => (status === "won" ? sum : sum + amount), 0)
}

/** What is left of the reserved amount to capture, and of the captured one to refund. Minor units. */
export function remainderOf(payment: Payment): { to_capture: number; to_refund: number } {
  const { amount, captured_amount, refunded_amount, refund_pending_amount, intent, status } = payment
  const reserved = intent === "preauth" && (status === "authorized" || status === "partially_captured")
  return {
    to_capture: reserved ? amount - captured_amount : 0,
    to_refund: Math.max(0, captured_amount - refunded_amount - refund_pending_amount - disputedOf(payment)),
  }
}

/** A payment as agents are told it (spec: payment record). */
export interface PaymentRecord {
  payment_id: string
  shop_order_id: number | null
  order_reference: string | null
  status: PaymentStatus
  amount: number
  captured_amount: number
  refunded_amount: number
  currency: string
  card: { brand: string; last4: string } | null
  decline?: Decline
  created_at: string
  updated_at: string
}

const ASKED_FOR: Partial<Record<PaymentStatus, PaymentStatus>> = {
  created: "processing",
  unknown: "processing",
}

/** What a row says to the outside. */
export function recordOf(payment: Payment): PaymentRecord {
  const { card_brand, card_last4, decline_code, decline_message } = payment
  return {
    payment_id: payment.id,
    shop_order_id: payment.shop_order_id,
    order_reference: payment.order_reference,
    status: ASKED_FOR[payment.status] ?? payment.status,
    amount: payment.amount,
    captured_amount: payment.captured_amount,
    refunded_amount: payment.refunded_amount,
    currency: payment.currency,
    card: card_brand && card_last4 ? { brand: card_brand, last4: card_last4 } : null,
    ...(decline_code && { decline: { code: decline_code, message: decline_message ?? "" } }),
    created_at: payment.created_at.toISOString(),
    updated_at: payment.updated_at.toISOString(),
  }
}

const AMOUNTS = ["amount", "captured_amount", "refunded_amount", "refund_pending_amount"] as const

/** A row as the driver delivers it: PostgreSQL's bigint arrives as text. */
export function toPayment(row: Record<string, unknown>): Payment {
  const amounts = Object.fromEntries(AMOUNTS.map((name) => [name, Number(row[name])]))
  return { ...row, ...amounts } as unknown as Payment
}
