import { abandon, voidAuthorization, voidRemainder } from "../authorization"
import { eventFacts } from "../events"
import { object, optional, text } from "../fields"
import type { Outcome } from "../idempotency"
import type { Payment } from "../payment"
import { closed } from "../settle-payment"
import { invalidState, paymentOf, type Call } from "./call"

const readVoid = object({ reason: optional(text(500)) })

/**
 * `POST /payments/{id}/void`: voids an authorization (`voided`) or its uncaptured rest (`captured`), or cancels a
 * payment without an authorization (`canceled`: the customer's page closes).
 */
export function voidPayment(call: Call, body: unknown): Outcome {
  const { bank } = call
  const record = paymentOf(call)
  readVoid(body, "")
  const payment = voided(record.payment, bank.clock.now())
  const type = TYPES[payment.status] ?? "payment.canceled"
  const settled = { ...record, payment, session: closed(record.session), due: [] }
  return {
    status: 200,
    body: payment,
    facts: [{ kind: "payment", record: settled }, ...eventFacts(bank, { type, payment })],
  }
}

const TYPES: Partial<Record<Payment["status"], "payment.voided" | "payment.captured">> = {
  voided: "payment.voided",
  captured: "payment.captured",
}

function voided(payment: Payment, now: Date): Payment {
  if (payment.status === "authorized") return voidAuthorization(payment, now)
  if (payment.status === "partially_captured") return voidRemainder(payment, now)
  if (payment.status === "requires_action" || payment.status === "processing")
    return abandon(payment, "canceled", now)
  throw invalidState(payment, "voided")
}
