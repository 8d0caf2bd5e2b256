import { createHash } from "node:crypto"
import type { CardFacts } from "./cards"
import { decline, type Decline, type DeclineCode } from "./declines"
import type { PaymentInput } from "./payment-input"

const AUTHORIZATION_DAYS = 7
const SCA_VERSION = "2.2.0"
const DAY_MS = 86_400_000

/** Where a payment stands. Refunds do not change it. */
export type PaymentStatus =
  "requires_action" | "processing" | "authorized" | "captured" | "declined" | "canceled" | "expired"

/** How the shopper was authenticated. */
export interface Sca {
  status: "required" | "authenticated" | "failed" | "abandoned"
  version: string | null
  eci: string | null
  challenge: boolean
  exemption: string | null
  ds_transaction_id: string | null
}

/** The full snapshot of a payment, as it goes over the wire. Money in minor units; `version` rises with each change. */
export interface Payment {
  id: string
  version: number
  merchant_id: string
  merchant_reference: string
  intent: "sale" | "preauth"
  initiator: "cit"
  status: PaymentStatus
  amount: number
  currency: string
  amounts: { authorized: number; captured: number; refunded: number; refund_pending: number; voided: number }
  next_action: { type: "redirect"; url: string; expires_at: string } | null
  sca: Sca
  card: CardFacts | null
  token_id: null
  network_transaction_id: string | null
  mit: null
  decline: Decline | null
  captures: []
  refunds: []
  authorization_expires_at: string | null
  expires_at: string | null
  description: string | null
  metadata: Record<string, string>
  livemode: false
  created_at: string
  updated_at: string
}

/** What the card page learned about the shopper's card and authentication. */
export interface Proof {
  card: CardFacts
  challenge: boolean
  exemption: string | null
}

/** A new payment, waiting for the shopper at `url` until `expiresAt`. */
export function openPayment(
  input: PaymentInput,
  at: { id: string; merchantId: string; url: string; now: Date; expiresAt: Date }
): Payment {
  const now = at.now.toISOString()
  const expires_at = at.expiresAt.toISOString()
  return {
    id: at.id,
    version: 1,
    merchant_id: at.merchantId,
    merchant_reference: input.merchant_reference,
    intent: input.intent,
    initiator: "cit",
    status: "requires_action",
    amount: input.amount,
    currency: input.currency,
    amounts: { authorized: 0, captured: 0, refunded: 0, refund_pending: 0, voided: 0 },
    next_action: { type: "redirect", url: at.url, expires_at },
    sca: {
      status: "required",
      version: null,
      eci: null,
      challenge: false,
      exemption: null,
      ds_transaction_id: null,
    },
    card: null,
    token_id: null,
    network_transaction_id: null,
    mit: null,
    decline: null,
    captures: [],
    refunds: [],
    authorization_expires_at: null,
    expires_at,
    description: input.description,
    metadata: input.metadata,
    livemode: false,
    created_at: now,
    updated_at: now,
  }
}

/** The issuer said yes: a sale is captured at once, a pre-authorisation holds the money for seven days. */
export function approve(payment: Payment, proof: Proof, now: Date): Payment {
  return change(payment, now, { ...authenticated(payment, proof), ...granted(payment, now) })
}

/** The issuer does not answer yet: the shopper is done, the outcome is open. */
export function hold(payment: Payment, proof: Proof, now: Date): Payment {
  return change(payment, now, { ...authenticated(payment, proof), status: "processing" })
}

/** The issuer answered at last, and said yes. */
export function approveHeld(payment: Payment, now: Date): Payment {
  return change(payment, now, granted(payment, now))
}

/** The issuer, or the authentication, said no. */
export function refuse(payment: Payment, code: DeclineCode, proof: Proof, now: Date): Payment {
  const { sca, card } = authenticated(payment, proof)
  const failed = code === "sca_failed" ? { ...sca, status: "failed" as const, eci: null } : sca
  return change(payment, now, { card, sca: failed, status: "declined", decline: decline(code) })
}

/** The shopper walked away before anything was authorised: on purpose (`canceled`) or by waiting (`expired`). */
export function abandon(payment: Payment, status: "canceled" | "expired", now: Date): Payment {
  return change(payment, now, { status, sca: { ...payment.sca, status: "abandoned" } })
}

// Whatever happens to a payment, the shopper's page is over: every change after the first closes it.
function change(payment: Payment, now: Date, patch: Partial<Payment>): Payment {
  const closed = { next_action: null, expires_at: null }
  return { ...payment, ...closed, ...patch, version: payment.version + 1, updated_at: now.toISOString() }
}

function authenticated(
  payment: Payment,
  { card, challenge, exemption }: Proof
): Pick<Payment, "card" | "sca"> {
  const eci = card.brand === "mastercard" ? "02" : "05"
  const ds_transaction_id = derive(payment.id, "ds").replace(
    /^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/,
    "$1-$2-$3-$4-$5"
  )
  return {
    card,
    sca: { status: "authenticated", version: SCA_VERSION, eci, challenge, exemption, ds_transaction_id },
  }
}

function granted(payment: Payment, now: Date): Partial<Payment> {
  const sale = payment.intent === "sale"
  const until = new Date(now.getTime() + AUTHORIZATION_DAYS * DAY_MS).toISOString()
  return {
    status: sale ? "captured" : "authorized",
    amounts: { ...payment.amounts, authorized: payment.amount, captured: sale ? payment.amount : 0 },
    network_transaction_id: BigInt(`0x${derive(payment.id, "network")}`)
      .toString()
      .slice(0, 15),
    authorization_expires_at: sale ? null : until,
  }
}

function derive(id: string, purpose: string): string {
  return createHash("sha256").update(`${purpose}:${id}`).digest("hex")
}
