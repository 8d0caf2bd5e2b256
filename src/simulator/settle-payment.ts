import {
  abandon,
  approve,
  approveProcessing,
  markProcessing,
  networkTransactionId,
  declineAuthorization,
  declineProcessing,
  type Authentication,
} from "./authorization"
import type { Bank } from "./bank"
import { declinesAmount } from "./cards"
import type { DeclineCode } from "./declines"
import { eventFacts, type NewEvent } from "./events"
import type { Payment, PaymentStatus } from "./payment"
import type { Due, PaymentRecord, ScaSession, TokenRecord, UsedCard } from "./records"
import { activate, openToken } from "./token"

const ISSUER_DELAY_MS = 20_000
const DISPUTE_DELAY_MS = 5_000

/** The event for each status that a payment can reach; requires_action and processing have none. */
export const STATUS_EVENTS: Partial<Record<PaymentStatus, string>> = {
  authorized: "payment.authorized",
  partially_captured: "payment.partially_captured",
  captured: "payment.captured",
  declined: "payment.declined",
  canceled: "payment.canceled",
  expired: "payment.expired",
  voided: "payment.voided",
}

/** A payment whose customer is on the bank's page. */
export type PaymentVisit = PaymentRecord & { session: ScaSession }

/** Approves the payment, closes the customer's page and creates the event. */
export function approvePayment(bank: Bank, visit: PaymentVisit, card: UsedCard, challenge: boolean): void {
  const payment = approve(visit.payment, authenticationOf(visit, card, challenge), bank.clock.now())
  settleGranted(bank, { ...visit, quirk: card.quirk }, payment)
}

/** Declines the payment with this code. */
export function declinePayment(
  bank: Bank,
  visit: PaymentVisit,
  card: UsedCard,
  { code, challenge }: { code: DeclineCode; challenge: boolean }
): void {
  settle(
    bank,
    visit,
    declineAuthorization(visit.payment, code, authenticationOf(visit, card, challenge), bank.clock.now())
  )
}

/** Leaves the payment `processing` until the issuer responds 20 seconds later. */
export function markPaymentProcessing(bank: Bank, visit: PaymentVisit, card: UsedCard): void {
  const payment = markProcessing(visit.payment, authenticationOf(visit, card, false), bank.clock.now())
  settle(bank, visit, payment, [{ at: bank.clock.milliseconds() + ISSUER_DELAY_MS, what: "issuer_answers" }])
}

/** Ends a payment whose issuer responded late. The amount decides, as with any card. */
export function settleProcessingPayment(bank: Bank, record: PaymentRecord): void {
  const { payment } = record
  const now = bank.clock.now()
  if (declinesAmount(payment.amount))
    settle(bank, record, declineProcessing(payment, "insufficient_funds", now))
  else settleGranted(bank, record, approveProcessing(payment, now))
}

/** Ends the payment without an authorization. */
export function abandonPayment(bank: Bank, record: PaymentRecord, status: "canceled" | "expired"): void {
  settle(bank, record, abandon(record.payment, status, bank.clock.now()))
}

/** The actions scheduled after the first capture with this card. */
export function dueAfterCapture(bank: Bank, { quirk }: PaymentRecord, payment: Payment): Due[] {
  if (quirk !== "disputed" || payment.captures.length !== 1) return []
  return [{ at: bank.clock.milliseconds() + DISPUTE_DELAY_MS, what: "dispute_opens" }]
}

/** The session, closed. */
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
  const type = STATUS_EVENTS[payment.status]
  const events: NewEvent[] = type ? [{ type, payment }] : []
  if (saved) events.push({ type: "token.activated", token: saved.token })
  bank.ledger.commit([
    { kind: "payment", record: settled },
    ...(saved ? [{ kind: "token" as const, record: saved }] : []),
    ...eventFacts(bank, ...events),
  ])
}

// The payment's own authentication also saves the card, so both have the same network transaction.
function saveCard(bank: Bank, { save_card, quirk }: PaymentRecord, payment: Payment): TokenRecord | null {
  const { card, merchant_id, merchant_reference, currency } = payment
  if (!save_card || !card) return null
  const now = bank.clock.now()
  const id = bank.ids.next("tok", (taken) => bank.ledger.tokens.has(taken))
  const opening = { id, merchant_id, merchant_reference, currency, ...save_card }
  const token = activate(openToken(opening, null, now), card, networkTransactionId(payment.id), now)
  return { token, session: null, quirk, due: [] }
}

// Only a customer without a challenge used the exemption that the merchant requested.
function authenticationOf(
  { session }: PaymentVisit,
  { facts }: UsedCard,
  challenge: boolean
): Authentication {
  return { card: facts, challenge, exemption: challenge ? null : session.exemption }
}
