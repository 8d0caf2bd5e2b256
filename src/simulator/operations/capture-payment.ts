import { capture } from "../captures"
import { amount, merchantReference } from "../domain-fields"
import { BankError } from "../errors"
import { eventFacts } from "../events"
import { boolean, object, required, withDefault } from "../fields"
import type { Outcome } from "../idempotency"
import type { Payment } from "../payment"
import { dueAfterCapture } from "../settle-payment"
import { invalidState, paymentOf, assertNewReference, type Call } from "./call"

const readCapture = object({
  amount: required(amount),
  final: withDefault(boolean, true),
  merchant_reference: required(merchantReference),
})

/** `POST /payments/{id}/captures`: captures all or part of an authorized amount; `final` voids the rest. */
export function capturePayment(call: Call, body: unknown): Outcome {
  const { bank } = call
  const record = paymentOf(call)
  const order = readCapture(body, "")
  assertNewReference(call, "capture", order.merchant_reference)
  assertCapturable(record.payment, order.amount)
  const payment = capture(record.payment, order, bank.clock.now())
  const type = payment.status === "captured" ? "payment.captured" : "payment.partially_captured"
  const due = [...record.due, ...dueAfterCapture(bank, record, payment)]
  const facts = [
    { kind: "payment" as const, record: { ...record, payment, due } },
    ...eventFacts(bank, { type, payment }),
  ]
  return { status: 201, body: payment, facts }
}

function assertCapturable(payment: Payment, requested: number): void {
  const { status, amounts } = payment
  if (status !== "authorized" && status !== "partially_captured") throw invalidState(payment, "captured")
  const left = amounts.authorized - amounts.captured
  if (requested <= left) return
  const details = { field: "amount", payment_id: payment.id }
  throw new BankError(
    "capture_exceeds_authorization",
    `Only ${left} of the amount is still authorized.`,
    details
  )
}
