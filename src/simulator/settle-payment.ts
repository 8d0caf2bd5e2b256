import type { Bank } from "./bank"
import type { CardFacts } from "./cards"
import type { DeclineCode } from "./declines"
import {
  abandon,
  approve,
  approveHeld,
  hold,
  refuse,
  type Payment,
  type PaymentStatus,
  type Proof,
} from "./payment"
import type { Fact, PaymentRecord } from "./records"

const ISSUER_SILENCE_MS = 20_000

// The others (requires_action, processing) are no news: the merchant knows, or waits.
const EVENT_TYPES: Partial<Record<PaymentStatus, string>> = {
  authorized: "payment.authorized",
  captured: "payment.captured",
  declined: "payment.declined",
  canceled: "payment.canceled",
  expired: "payment.expired",
}

/** Approves the payment: the shopper is through, the merchant is told. */
export function settleApproved(
  bank: Bank,
  record: PaymentRecord,
  card: CardFacts,
  challenge: boolean
): PaymentRecord {
  return settle(bank, record, approve(record.payment, proofOf(record, card, challenge), bank.clock.now()))
}

/** Declines the payment for the reason given. */
export function settleDeclined(
  bank: Bank,
  record: PaymentRecord,
  card: CardFacts,
  { code, challenge }: { code: DeclineCode; challenge: boolean }
): PaymentRecord {
  return settle(
    bank,
    record,
    refuse(record.payment, code, proofOf(record, card, challenge), bank.clock.now())
  )
}

/** Leaves the payment `processing` until the issuer answers, 20 seconds from now. */
export function settleLater(bank: Bank, record: PaymentRecord, card: CardFacts): PaymentRecord {
  const payment = hold(record.payment, proofOf(record, card, false), bank.clock.now())
  return settle(bank, record, payment, bank.clock.milliseconds() + ISSUER_SILENCE_MS)
}

/** Ends the payment without any authorisation. */
export function settleAbandoned(
  bank: Bank,
  record: PaymentRecord,
  status: "canceled" | "expired"
): PaymentRecord {
  return settle(bank, record, abandon(record.payment, status, bank.clock.now()))
}

/** Does what a payment was waiting for: the page's time is up, or the issuer answers. */
export function wakePayment(bank: Bank, paymentId: string): void {
  const record = bank.ledger.payments.get(paymentId)
  if (record?.payment.status === "requires_action") settleAbandoned(bank, record, "expired")
  if (record?.payment.status === "processing")
    settle(bank, record, approveHeld(record.payment, bank.clock.now()))
}

function settle(
  bank: Bank,
  record: PaymentRecord,
  payment: Payment,
  wakeAt: number | null = null
): PaymentRecord {
  const session = { ...record.session, stage: "closed" as const, card: null }
  const settled = { ...record, payment, session, wake_at: wakeAt }
  const type = EVENT_TYPES[payment.status]
  bank.ledger.commit([{ kind: "payment", record: settled }, ...(type ? [newEvent(bank, type, payment)] : [])])
  return settled
}

function newEvent(bank: Bank, type: string, payment: Payment): Fact {
  const event_id = bank.ids.next("evt", (id) => bank.ledger.events.has(id))
  const sequence = bank.ledger.feed(payment.merchant_id).length + 1
  const event = { event_id, sequence, type, created_at: payment.updated_at, payment }
  return { kind: "event", record: { event, attempts: 0, next_at: bank.clock.milliseconds() } }
}

// Only a shopper who was not challenged needed (and got) the exemption the merchant asked for.
function proofOf({ input }: PaymentRecord, card: CardFacts, challenge: boolean): Proof {
  return { card, challenge, exemption: challenge ? null : (input.sca?.exemption_requested ?? null) }
}
