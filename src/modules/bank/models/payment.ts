import type { DisplayStatus } from "../../../domain/display-status"
import type { RouteName } from "../../../domain/payment-route"
import type { Decline, Dispute, Intent, PaymentStatus } from "../../../domain/settlement"
import type { Agreement } from "../../../domain/card"
import type { PaymentMethod } from "../../../domain/payment-method"

/**
 * `gw_payment`: a payment at the bank, or an agent's order for which the bank is never called. A free order has the
 * status `nothing_due` and the amount 0; one that is paid in the storefront follows Medusa's records, and has these
 * values before Medusa has a payment of it, or the status `processing` while its provider has yet to confirm a direct debit,
 * for example. A captured payment of the storefront whose cart cannot become an order has a
 * row without an order, until it is refunded and afterwards. Amounts are integer minor units of `currency`.
 */
export interface Payment {
  readonly id: string
  /** The store's reference at the bank; Medusa's id of the payment, for one of the storefront without an order. */
  readonly merchant_reference: string
  readonly bank_payment_id: string | null
  /**
   * Where the order comes from. `order`: an agent placed it for this payment. `cart`: the settlement places it
   * by completing the cart of a customer, or an agent's free cart. `existing_order`: it existed before the payment
   * and stays even if the payment fails; the customer pays it in their app, or pays its outstanding amount
   * in the storefront.
   */
  readonly origin: "order" | "cart" | "existing_order"
  /** The payment route of the checkout. */
  readonly route: RouteName
  /** The name of the account at a bank, chosen when the payment was stored, for all its calls. */
  readonly bank_account: string
  /** The client of the agent whose payment it is; null for a storefront payment. */
  readonly client_id: string | null
  readonly session_id: string | null
  /** The cart, set at the first attempt to complete it; null for an agent's payment without a cart. */
  readonly cart_id: string | null
  readonly order_id: string | null
  /** The order's display number, which the specification's messages carry. */
  readonly shop_order_id: number | null
  readonly order_reference: string | null
  readonly intent: Intent
  readonly status: PaymentStatus
  /** The version of the newest applied snapshot; 0 before the first. */
  readonly version: number
  readonly amount: number
  readonly captured_amount: number
  readonly refunded_amount: number
  /** The sum of refunds that are pending at the bank. */
  readonly refund_pending_amount: number
  readonly currency: string
  readonly description: string
  readonly customer_email: string | null
  /** How the customer pays on the bank's page. */
  readonly method: PaymentMethod
  /** The store's page to which the bank redirects the customer; null if no customer takes part. */
  readonly return_url: string | null
  /** The page of the storefront or agent to which the store redirects the customer. */
  readonly continue_url: string | null
  /** The link for the customer: the bank's page, or the store's page that posts the bank's form. */
  readonly redirect_url: string | null
  readonly card_brand: string | null
  readonly card_last4: string | null
  /** The agreement for saving the card during the payment; null if the card is not saved. */
  readonly save_card: Agreement | null
  /** The saved card that this merchant-initiated charge uses. */
  readonly card_token_id: string | null
  /** Equal for equal purchases of a client; null for a payment that is never compared. */
  readonly purchase_key: string | null
  readonly decline_code: string | null
  readonly decline_message: string | null
  /** Why the payment needs review; null if no review is open. */
  readonly review_reason: string | null
  /** Whether a failed refund is under review. */
  readonly has_failed_refund: boolean
  /** The status shown to the merchant. PostgreSQL derives it whenever the row changes. */
  readonly display_status: DisplayStatus
  readonly disputes: readonly Dispute[]
  readonly idempotency_key: string
  /** Set once order, session and payment are linked. Effects wait for it. */
  readonly provisioned_at: Date | null
  /** When customer authentication first started; null if it never did. */
  readonly sca_started_at: Date | null
  /** When the order was announced to the store's subscribers. */
  readonly announced_at: Date | null
  /** The id of the erasure that deleted the customer's data. */
  readonly erasure_id: string | null
  readonly created_at: Date
  readonly updated_at: Date
}

/**
 * The amount of all disputes that the merchant has not won, in minor units. The bank debits it itself, so a
 * refund would pay the cardholder twice.
 */
export function disputedOf({ disputes }: Pick<Payment, "disputes">): number {
  return disputes.reduce((sum, { status, amount }) => (status === "won" ? sum : sum + amount), 0)
}

/** The amounts that can still be captured and refunded, in minor units. */
export function remainderOf(payment: Payment): { to_capture: number; to_refund: number } {
  const { amount, captured_amount, refunded_amount, refund_pending_amount, intent, status } = payment
  const isAuthorized = intent === "preauth" && (status === "authorized" || status === "partially_captured")
  return {
    to_capture: isAuthorized ? amount - captured_amount : 0,
    to_refund: Math.max(0, captured_amount - refunded_amount - refund_pending_amount - disputedOf(payment)),
  }
}

/** A payment as agents see it (spec: payment record). */
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

const REPORTED_STATUS: Partial<Record<PaymentStatus, PaymentStatus>> = {
  created: "processing",
  unknown: "processing",
}

/** The payment record for agents. */
export function recordOf(payment: Payment): PaymentRecord {
  const { card_brand, card_last4, decline_code, decline_message } = payment
  return {
    payment_id: payment.id,
    shop_order_id: payment.shop_order_id,
    order_reference: payment.order_reference,
    status: REPORTED_STATUS[payment.status] ?? payment.status,
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

/** Converts a database row: PostgreSQL returns a bigint as text. */
export function toPayment(row: Record<string, unknown>): Payment {
  const amounts = Object.fromEntries(AMOUNTS.map((name) => [name, Number(row[name])]))
  return { ...row, ...amounts } as unknown as Payment
}
