import {
  abandon,
  approve,
  approveHeld,
  hold,
  networkTransactionId,
  refuse,
  type Proof,
} from "./authorisation"
import type { Bank } from "./bank"
import type { DeclineCode } from "./declines"
import { tell, type News } from "./events"
import type { Payment, PaymentStatus } from "./payment"
import type { Due, PaymentRecord, ScaSession, TokenRecord, UsedCard } from "./records"
import { activate, openToken } from "./token"

const ISSUER_SILENCE_MS = 20_000
const DISPUTE_MS = 5_000

/** What the merchant is told when a payment gets there; the others (requires_action, processing) are no news. */
export const STATUS_NEWS: Partial<Record<PaymentStatus, string>> = {
  authorized: "payment.authorized",
  partially_captured: "payment.partially_captured",
  captured: "payment.captured",
  declined: "payment.declined",
  canceled: "payment.canceled",
  expired: "payment.expired",
  voided: "payment.voided",
}

/** A payment whose shopper is on the bank's page. */
export type PaymentVisit = PaymentRecord & { session: ScaSession }

/** Approves the payment: the shopper is through, the merchant is told. */
export function approvePayment(bank: Bank, visit: PaymentVisit, card: UsedCard, challenge: boolean): void {
  const payment = approve(visit.payment, proofOf(visit, card, challenge), bank.clock.now())
  settleGranted(bank, { ...visit, quirk: card.quirk }, payment)
}

/** Declines the payment for the reason given. */
export function declinePayment(
  bank: Bank,
  visit: PaymentVisit,
  card: UsedCard,
  { code, challenge }: { code: DeclineCode; challenge: boolean }
): void {
  settle(bank, visit, refuse(visit.payment, code, proofOf(visit, card, challenge), bank.clock.now()))
}

/** Leaves the payment `processing` until the issuer answers, 20 seconds from now. */
export function holdPayment(bank: Bank, visit: PaymentVisit, card: UsedCard): void {
  const payment = hold(visit.payment, proofOf(visit, card, false), bank.clock.now())
  settle(bank, visit, payment, [
    { at: bank.clock.milliseconds() + ISSUER_SILENCE_MS, what: "issuer_answers" },
  ])
}

/** The issuer answers at last, and approves. */
export function approveHeldPayment(bank: Bank, record: PaymentRecord): void {
  settleGranted(bank, record, approveHeld(record.payment, bank.clock.now()))
}

/** Ends the payment without any authorisation. */
export function abandonPayment(bank: Bank, record: PaymentRecord, status: "canceled" | "expired"): void {
  settle(bank, record, abandon(record.payment, status, bank.clock.now()))
}

/** What is planned once money was first captured with this card. */
export function dueAfterCapture(bank: Bank, { quirk }: PaymentRecord, payment: Payment): Due[] {
  if (quirk !== "disputed" || payment.captures.length !== 1) return []
  return [{ at: bank.clock.milliseconds() + DISPUTE_MS, what: "dispute_opens" }]
}

/** A visit that is over. */
export function closed(session: ScaSession | null): ScaSession | null {
  return session && { ...session, stage: "closed", card: null }
}

function settleGranted(bank: Bank, record: PaymentRecord, granted: Payment): void {
  const saved = saveCard(bank, record, granted)
  const payment = saved ? { ...granted, token_id: saved.token.id } : granted
  settle(bank, record, payment, dueAfterCapture(bank, record, payment), saved)
}

function settle(
  bank: Bank,
  record: PaymentRecord,
  payment: Payment,
  due: Due[] = [],
  saved: TokenRecord | null = null
): void {
  const settled = { ...record, payment, session: closed(record.session), due }
  const type = STATUS_NEWS[payment.status]
  const news: News[] = type ? [{ type, payment }] : []
  if (saved) news.push({ type: "token.activated", token: saved.token })
  bank.ledger.commit([
    { kind: "payment", record: settled },
    ...(saved ? [{ kind: "token" as const, record: saved }] : []),
    ...tell(bank, ...news),
  ])
}

// The card is saved by the payment's own authentication, so both carry the same network transaction.
function saveCard(bank: Bank, { save_card, quirk }: PaymentRecord, payment: Payment): TokenRecord | null {
  const { card, merchant_id, merchant_reference, currency } = payment
  if (!save_card || !card) return null
  const now = bank.clock.now()
  const id = bank.ids.next("tok", (taken) => bank.ledger.tokens.has(taken))
  const opening = { id, merchant_id, merchant_reference, currency, ...save_card }
  const token = activate(openToken(opening, null, now), card, networkTransactionId(payment.id), now)
  return { token, session: null, quirk, due: [] }
}

// Only a shopper who was not challenged needed (and got) the exemption the merchant asked for.
function proofOf({ session }: PaymentVisit, { facts }: UsedCard, challenge: boolean): Proof {
  return { card: facts, challenge, exemption: challenge ? null : session.exemption }
}
