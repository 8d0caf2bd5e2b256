import { approveProcessing, declineProcessing } from "../authorization"
import { declinesAmount } from "../cards"
import type { DeclineCode } from "../declines"
import { amount, currency, merchantReference, metadata, usage } from "../domain-fields"
import { BankError } from "../errors"
import { eventFacts } from "../events"
import { object, oneOf, optional, required, text } from "../fields"
import type { Outcome } from "../idempotency"
import { openCharge, type Payment } from "../payment"
import { assertCurrencySupported } from "../payment-input"
import type { Fact, PaymentRecord, TokenRecord } from "../records"
import { dueAfterCapture, STATUS_EVENTS } from "../settle-payment"
import type { Token } from "../token"
import { assertNewReference, tokenOf, type Call } from "./call"

const readCharge = object({
  merchant_reference: required(merchantReference),
  amount: required(amount),
  currency: required(currency),
  intent: required(oneOf("sale", "preauth")),
  mit: required(object({ type: required(usage), initial_network_transaction_id: required(text(100)) })),
  description: optional(text(500)),
  metadata,
})

type Charge = ReturnType<typeof readCharge>

/**
 * `POST /tokens/{id}/charges`: a payment with a saved card, without the customer. Returns 201, or 402 with the
 * declined payment; refuses with 422 a charge that the agreement does not allow.
 */
export function chargeToken(call: Call, body: unknown): Outcome {
  const record = tokenOf(call)
  const charge = readCharge(body, "")
  assertCurrencySupported(charge.currency, call.merchant.currencies)
  assertNewReference(call, "payment", charge.merchant_reference)
  assertWithinAgreement(record.token, charge, call.bank.clock.now())
  const code = declineOf(record, charge)
  const payment = settled(opened(call, record.token, charge), code, call.bank.clock.now())
  return { status: code ? 402 : 201, body: payment, facts: factsOf(call, record, payment) }
}

function assertWithinAgreement(
  { id, status, terms, currency: agreed }: Token,
  charge: Charge,
  now: Date
): void {
  const ended = terms.expires_at !== null && Date.parse(terms.expires_at) <= now.getTime()
  if (status !== "active" || ended)
    throw new BankError("token_not_active", `The token is ${ended ? "expired" : status}.`, {
      token_id: id,
    })
  if (terms.max_amount === null) return
  // The limit is in the token's currency, so an amount in another currency cannot be compared with it.
  const field = charge.currency !== agreed ? "currency" : charge.amount > terms.max_amount ? "amount" : null
  if (!field) return
  const message = `The shopper agreed to at most ${terms.max_amount} (${agreed}, minor units) each time.`
  throw new BankError("mandate_limit", message, { field, token_id: id })
}

function declineOf({ token, quirk }: TokenRecord, { amount, mit }: Charge): DeclineCode | null {
  if (mit.initial_network_transaction_id !== token.network_transaction_id) return "mandate_missing"
  if (quirk === "charges_need_shopper") return "sca_required"
  if (quirk === "first_charge_declines" || declinesAmount(amount)) return "insufficient_funds"
  return null
}

function opened(
  { bank, merchant }: Call,
  { id: token_id, card }: Token,
  { mit, ...charge }: Charge
): Payment {
  const id = bank.ids.next("pay", (taken) => bank.ledger.payments.has(taken))
  const opening = { id, merchant_id: merchant.merchant_id, ...charge }
  return openCharge(opening, { token_id, card, mit }, bank.clock.now())
}

function settled(payment: Payment, code: DeclineCode | null, now: Date): Payment {
  return code ? declineProcessing(payment, code, now) : approveProcessing(payment, now)
}

function factsOf({ bank }: Call, from: TokenRecord, payment: Payment): Fact[] {
  const record: PaymentRecord = { payment, session: null, save_card: null, quirk: from.quirk, due: [] }
  const due = dueAfterCapture(bank, record, payment)
  const type = STATUS_EVENTS[payment.status] ?? ""
  return [
    { kind: "payment", record: { ...record, due } },
    ...clearedQuirk(from, payment),
    ...eventFacts(bank, { type, payment }),
  ]
}

// This test card declines once, and then behaves like any other card.
function clearedQuirk(record: TokenRecord, { decline }: Payment): Fact[] {
  const isUsed = record.quirk === "first_charge_declines" && decline?.code === "insufficient_funds"
  return isUsed ? [{ kind: "token", record: { ...record, quirk: null } }] : []
}
