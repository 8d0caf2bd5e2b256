import { isOpen } from "../../domain/settlement"
import type { NextAction, PaymentSnapshot, StoredPayment } from "../driver"
import { orderNumberOf } from "./order-number"
import { VERSION_STEP } from "./redsys-snapshot"

/** How long the customer can open Redsys' page. */
const PAGE_SECONDS = 15 * 60

/** A payment whose page was not opened ends after this time. Its form, which a browser may have loaded, expires earlier. */
const UNOPENED_SECONDS = 20 * 60

/**
 * A payment whose page was opened ends after this time if it has no result, or only the result that Redsys could not reach
 * the issuer. Redsys closes its pages much earlier.
 */
const UNFINISHED_SECONDS = 60 * 60

const VERSIONS = { waiting: 1, ended: 2 } as const

type Facts = Pick<StoredPayment, "merchant_reference" | "intent" | "amount" | "currency">

/** A payment that Redsys does not know yet, because the customer has not opened its page. */
export function waitingPayment(
  payment: Facts,
  next_action: NextAction | null,
  status: "requires_action" | "canceled" | "expired" = "requires_action"
): PaymentSnapshot {
  const { merchant_reference, intent, amount, currency } = payment
  return {
    id: orderNumberOf(merchant_reference),
    merchant_reference,
    intent,
    status,
    amount,
    currency,
    version: status === "requires_action" ? VERSIONS.waiting : VERSIONS.ended,
    amounts: { captured: 0, refunded: 0 },
    captures: [],
    refunds: [],
    next_action,
    card: null,
    token_id: null,
    network_transaction_id: null,
    decline: null,
    ...(status !== "requires_action" && { may_be_paid_later: true }),
  }
}

/** The form for a new payment, which expires `PAGE_SECONDS` after `now`. */
export function formAction(url: string, fields: Readonly<Record<string, string>>, now: Date): NextAction {
  const expires_at = new Date(now.getTime() + PAGE_SECONDS * 1000).toISOString()
  return { type: "redirect_post", url: `${url}/sis/realizarPago`, fields, expires_at }
}

/** The payment as the store sees it while Redsys has no operation for it. */
export function unopenedPayment(payment: StoredPayment): PaymentSnapshot | null {
  if (payment.bank_payment_id === null) return null
  const { status } = payment
  if (status === "canceled" || status === "expired") return waitingPayment(payment, null, status)
  return waitingPayment(payment, null, payment.age > UNOPENED_SECONDS ? "expired" : "requires_action")
}

/**
 * Ends an unfinished payment that the store has ended, or that the customer has not finished in time. Redsys cannot cancel
 * an open page, so the customer may still pay. That result has a higher version, and the store refunds or voids the payment
 * then. A charge of a saved card has no page: only Redsys ends it.
 */
export function endedIfOver(
  snapshot: PaymentSnapshot,
  { status, age, bank_token_id }: StoredPayment
): PaymentSnapshot {
  if (bank_token_id !== null || !isOpen(snapshot.status)) return snapshot
  if (status === "canceled" || status === "expired") return ended(snapshot, status)
  return age > UNFINISHED_SECONDS ? ended(snapshot, "expired") : snapshot
}

/** The ended state of an unfinished payment that the store cancels or lets expire. Any later result has a higher version. */
export function ended(snapshot: PaymentSnapshot, status: "canceled" | "expired"): PaymentSnapshot {
  if (snapshot.version < VERSION_STEP) return waitingPayment(snapshot, null, status)
  return { ...snapshot, status, version: snapshot.version + 1, may_be_paid_later: true }
}
