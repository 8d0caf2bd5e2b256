import { createHash } from "node:crypto"
import type { CardFacts } from "./cards"
import type { Decline } from "./declines"

/** The status of a payment. Refunds and disputes do not change it. */
export type PaymentStatus =
  | "requires_action"
  | "processing"
  | "authorized"
  | "partially_captured"
  | "captured"
  | "declined"
  | "canceled"
  | "expired"
  | "voided"

/** How the customer was authenticated; `not_required` for charges without the customer. */
export interface Sca {
  status: "required" | "authenticated" | "failed" | "abandoned" | "not_required"
  version: string | null
  eci: string | null
  challenge: boolean
  exemption: string | null
  ds_transaction_id: string | null
}

/**
 * The basis of a merchant-initiated charge: the type of agreement, and the network transaction of the payment that
 * established it.
 */
export interface Mit {
  type: "recurring" | "unscheduled" | "installment"
  initial_network_transaction_id: string
}

/** Amounts in minor units. `voided` is the authorized amount that was voided. */
export interface Amounts {
  authorized: number
  captured: number
  refunded: number
  refund_pending: number
  voided: number
}

/**
 * Where the customer continues, and until when: a page to redirect to, or one that must be opened by posting these
 * fields.
 */
export type NextAction = { url: string; expires_at: string } & (
  { type: "redirect" } | { type: "redirect_post"; fields: Record<string, string> }
)

/** One capture. Amount in minor units. */
export interface Capture {
  id: string
  amount: number
  /** No further capture can follow: the rest of the authorization was voided. */
  final: boolean
  merchant_reference: string
  created_at: string
}

/** One refund. Amount in minor units. A bank-initiated refund has no merchant_reference. */
export interface Refund {
  id: string
  amount: number
  status: "pending" | "succeeded" | "failed"
  reason: string | null
  merchant_reference: string | null
  created_at: string
  updated_at: string
}

/** A dispute of a payment (chargeback). Amount in minor units. */
export interface Dispute {
  id: string
  amount: number
  reason: "fraudulent"
  status: "open"
  created_at: string
}

/**
 * The full snapshot of a payment, as in API responses. Amounts in minor units; `version` increases with each change.
 */
export interface Payment {
  id: string
  version: number
  merchant_id: string
  merchant_reference: string
  intent: "sale" | "preauth"
  initiator: "cit" | "mit"
  status: PaymentStatus
  amount: number
  currency: string
  amounts: Amounts
  next_action: NextAction | null
  sca: Sca
  card: CardFacts | null
  token_id: string | null
  network_transaction_id: string | null
  mit: Mit | null
  decline: Decline | null
  captures: Capture[]
  refunds: Refund[]
  disputes: Dispute[]
  authorization_expires_at: string | null
  expires_at: string | null
  description: string | null
  metadata: Record<string, string>
  livemode: false
  created_at: string
  updated_at: string
}

/** The members a payment has from its creation. */
export type Opening = Pick<
  Payment,
  "id" | "merchant_id" | "merchant_reference" | "intent" | "amount" | "currency" | "description" | "metadata"
>

const NOT_AUTHENTICATED = {
  version: null,
  eci: null,
  challenge: false,
  exemption: null,
  ds_transaction_id: null,
}

/** A new payment that waits for the customer. */
export function openPayment(opening: Opening, nextAction: NextAction, now: Date): Payment {
  return {
    ...blank(opening, now),
    initiator: "cit",
    status: "requires_action",
    next_action: nextAction,
    sca: { status: "required", ...NOT_AUTHENTICATED },
    expires_at: nextAction.expires_at,
  }
}

/** A new payment with a saved card, without the customer. */
export function openCharge(
  opening: Opening,
  from: { token_id: string; card: CardFacts | null; mit: Mit },
  now: Date
): Payment {
  return {
    ...blank(opening, now),
    ...from,
    initiator: "mit",
    status: "processing",
    sca: { status: "not_required", ...NOT_AUTHENTICATED },
  }
}

/** The next version of a payment. Every change closes the customer's page. */
export function changePayment(payment: Payment, now: Date, patch: Partial<Payment>): Payment {
  const closed = { next_action: null, expires_at: null }
  return { ...payment, ...closed, ...patch, version: payment.version + 1, updated_at: now.toISOString() }
}

/** A value derived from an id and a purpose, always the same: 64 hexadecimal digits. */
export function derive(id: string, purpose: string): string {
  return createHash("sha256").update(`${purpose}:${id}`).digest("hex")
}

/** The id of the `index`-th part of a kind on a payment, for example `cap_…`. */
export function partId(payment: Payment, prefix: string, index: number): string {
  return `${prefix}_${derive(payment.id, `${prefix}${index}`).slice(0, 20).toUpperCase()}`
}

function blank(opening: Opening, now: Date): Omit<Payment, "initiator" | "status" | "sca"> {
  const at = now.toISOString()
  return {
    ...opening,
    version: 1,
    amounts: { authorized: 0, captured: 0, refunded: 0, refund_pending: 0, voided: 0 },
    next_action: null,
    card: null,
    token_id: null,
    network_transaction_id: null,
    mit: null,
    decline: null,
    captures: [],
    refunds: [],
    disputes: [],
    authorization_expires_at: null,
    expires_at: null,
    livemode: false,
    created_at: at,
    updated_at: at,
  }
}
