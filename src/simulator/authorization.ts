import { captured } from "./captures"
import type { CardFacts } from "./cards"
import { decline, type DeclineCode } from "./declines"
import { changePayment, derive, type Payment } from "./payment"

const AUTHORIZATION_DAYS = 7
const SCA_VERSION = "2.2.0"
const DAY_MS = 86_400_000

/** The card and the authentication details from the card page. */
export interface Authentication {
  card: CardFacts
  challenge: boolean
  exemption: string | null
}

/** The issuer approved: a sale is captured at once, a pre-authorization is authorized for seven days. */
export function approve(payment: Payment, authentication: Authentication, now: Date): Payment {
  return changePayment(payment, now, { ...authenticated(payment, authentication), ...granted(payment, now) })
}

/** The issuer has not responded yet. The customer has finished, and the outcome is open. */
export function markProcessing(payment: Payment, authentication: Authentication, now: Date): Payment {
  return changePayment(payment, now, { ...authenticated(payment, authentication), status: "processing" })
}

/** The issuer approved a payment without the customer, or one whose issuer responded late. */
export function approveProcessing(payment: Payment, now: Date): Payment {
  return changePayment(payment, now, granted(payment, now))
}

/** The issuer declined, or the authentication failed. */
export function declineAuthorization(
  payment: Payment,
  code: DeclineCode,
  authentication: Authentication,
  now: Date
): Payment {
  const { sca, card } = authenticated(payment, authentication)
  const failed = code === "sca_failed" ? { ...sca, status: "failed" as const, eci: null } : sca
  return changePayment(payment, now, { card, sca: failed, status: "declined", decline: decline(code) })
}

/** The issuer declined a charge without the customer. */
export function declineProcessing(payment: Payment, code: DeclineCode, now: Date): Payment {
  return changePayment(payment, now, { status: "declined", decline: decline(code) })
}

/** Ends a payment without an authorization: it was canceled, or its time ran out (`expired`). */
export function abandon(payment: Payment, status: "canceled" | "expired", now: Date): Payment {
  return changePayment(payment, now, { status, sca: { ...payment.sca, status: "abandoned" } })
}

/** Voids the whole authorization. */
export function voidAuthorization(payment: Payment, now: Date): Payment {
  const amounts = { ...payment.amounts, voided: payment.amounts.authorized }
  return changePayment(payment, now, { status: "voided", amounts, authorization_expires_at: null })
}

/** Voids the part of the authorization that was not captured. Captures stay. */
export function voidRemainder(payment: Payment, now: Date): Payment {
  const { authorized, captured } = payment.amounts
  const amounts = { ...payment.amounts, voided: authorized - captured }
  return changePayment(payment, now, { status: "captured", amounts, authorization_expires_at: null })
}

/** The card network's transaction id for an approved payment or token: 15 digits, derived from the id. */
export function networkTransactionId(id: string): string {
  return BigInt(`0x${derive(id, "network")}`)
    .toString()
    .slice(0, 15)
}

function authenticated(
  payment: Payment,
  { card, challenge, exemption }: Authentication
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
  const { amount, merchant_reference } = payment
  const amounts = { ...payment.amounts, authorized: amount }
  const approved = { amounts, network_transaction_id: networkTransactionId(payment.id) }
  if (payment.intent === "sale")
    return {
      ...approved,
      ...captured({ ...payment, amounts }, { amount, final: true, merchant_reference }, now),
    }
  const until = new Date(now.getTime() + AUTHORIZATION_DAYS * DAY_MS).toISOString()
  return { ...approved, status: "authorized", authorization_expires_at: until }
}
