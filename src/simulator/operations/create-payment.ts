import { eventFacts } from "../events"
import type { Outcome } from "../idempotency"
import { openPayment, type Payment } from "../payment"
import { readPaymentInput, type PaymentInput } from "../payment-input"
import type { Fact, PaymentRecord, SaveCard } from "../records"
import { assertNewReference, type Call } from "./call"
import { openPage } from "./open-page"

/**
 * `POST /payments`: creates a payment and the bank page for its customer. Each merchant_reference has one payment,
 * forever.
 */
export function createPayment(call: Call, body: unknown): Outcome {
  const { bank, merchant } = call
  const input = readPaymentInput(body, merchant.currencies)
  const { merchant_reference, intent, amount, currency, description, metadata } = input
  assertNewReference(call, "payment", merchant_reference)
  const id = bank.ids.next("pay", (taken) => bank.ledger.payments.has(taken))
  const { merchant_id } = merchant
  const opening = { id, merchant_id, merchant_reference, intent, amount, currency, description, metadata }
  const page = openPage(call, input.return_url, input.sca?.exemption_requested ?? null)
  const payment = openPayment(opening, page.next_action, bank.clock.now())
  const { session, due } = page
  const record: PaymentRecord = { payment, session, due, save_card: saveCard(input), quirk: null }
  return { status: 201, body: payment, facts: [{ kind: "payment", record }, ...announce(call, payment)] }
}

// A payment that waits for its customer has no event, unless a fault sends events before the response.
function announce({ bank }: Call, payment: Payment): Fact[] {
  const type = "payment.requires_action"
  return bank.faults.wantsEarly(payment.merchant_id, type) ? eventFacts(bank, { type, payment }) : []
}

function saveCard({ save_card, customer }: PaymentInput): SaveCard | null {
  return save_card && { ...save_card, customer_reference: customer?.reference ?? null }
}
