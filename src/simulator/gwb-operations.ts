import { randomBytes } from "node:crypto"
import type { Bank } from "./bank"
import { BankError } from "./errors"
import type { Outcome } from "./idempotency"
import { eventBody } from "./ledger"
import type { Merchant } from "./merchants"
import { openPayment } from "./payment"
import { readPaymentInput } from "./payment-input"

const PAGE_LIMIT = 100

/** A verified call: who, what about (from the path), which query. */
export interface Call {
  bank: Bank
  merchant: Merchant
  id: string
  query: URLSearchParams
}

/** `POST /payments`: opens a payment and the shopper's page for it. One payment per merchant_reference, for ever. */
export function createPayment({ bank, merchant }: Call, body: unknown): Outcome {
  const input = readPaymentInput(body, merchant.currencies)
  const existing = bank.ledger.byReference(merchant.merchant_id, input.merchant_reference)
  if (existing) throw duplicate(existing.payment.id)
  const now = bank.clock.now()
  const expiresAt = new Date(now.getTime() + bank.options.scaWindowSeconds * 1000)
  const id = bank.ids.next("pay", (taken) => bank.ledger.payments.has(taken))
  const sessionId = bank.ids.next("s", (taken) => bank.ledger.bySession(taken) !== undefined)
  const url = `${bank.publicUrl}/sca/${sessionId}`
  const payment = openPayment(input, { id, merchantId: merchant.merchant_id, url, now, expiresAt })
  const csrf = randomBytes(24).toString("base64url")
  const session = { id: sessionId, csrf, stage: "card" as const, tries: 0, card: null }
  const record = { payment, input, session, wake_at: expiresAt.getTime() }
  return { status: 201, body: payment, facts: [{ kind: "payment", record }] }
}

/** `GET /payments/{id}`: the snapshot of one of the caller's payments. */
export function getPayment({ bank, merchant, id }: Call): object {
  const payment = bank.ledger.payments.get(id)?.payment
  if (payment?.merchant_id !== merchant.merchant_id)
    throw new BankError("not_found", "There is no such payment.")
  return payment
}

/** `GET /payments?merchant_reference=`: none or one. */
export function findPayments({ bank, merchant, query }: Call): object {
  const reference = query.get("merchant_reference")
  if (!reference)
    throw new BankError("invalid_request", "merchant_reference is required.", { field: "merchant_reference" })
  const record = bank.ledger.byReference(merchant.merchant_id, reference)
  return { data: record ? [record.payment] : [] }
}

/** `GET /events?after=&limit=`: what the notifications carried, for catching up. */
export function listEvents({ bank, merchant, query }: Call): object {
  const after = readNumber(query, "after", 0, Number.MAX_SAFE_INTEGER)
  const limit = readNumber(query, "limit", 1, PAGE_LIMIT, PAGE_LIMIT)
  // Sequence numbers have no gaps, so the first event after n stands at index n.
  const page = bank.ledger.feed(merchant.merchant_id).slice(after, after + limit + 1)
  const data = page.slice(0, limit).map(({ event, attempts }) => eventBody(event, attempts))
  return { data, has_more: page.length > limit }
}

function duplicate(payment_id: string): BankError {
  const details = { field: "merchant_reference", payment_id }
  return new BankError(
    "duplicate_reference",
    "There is already a payment with this merchant_reference.",
    details
  )
}

function readNumber(query: URLSearchParams, name: string, min: number, max: number, fallback = min): number {
  const text = query.get(name)
  const value = text === null ? fallback : /^\d{1,16}$/.test(text) ? Number(text) : NaN
  if (value >= min && value <= max) return value
  throw new BankError("invalid_request", `${name} must be a whole number from ${min} to ${max}.`, {
    field: name,
  })
}
