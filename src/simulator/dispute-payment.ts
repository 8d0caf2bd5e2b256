import type { Bank } from "./bank"
import { BankError } from "./errors"
import { eventFacts } from "./events"
import { changePayment, type Dispute, partId, type Payment } from "./payment"
import type { PaymentRecord } from "./records"

/** Opens a dispute about the payment. Throws 409 `invalid_state` when nothing was captured. */
export function openDispute(bank: Bank, record: PaymentRecord): Payment {
  if (!record.payment.amounts.captured)
    throw new BankError("invalid_state", "Nothing was captured that could be disputed.")
  const payment = disputed(record.payment, bank.clock.now())
  const due = record.due.filter(({ what }) => what !== "dispute_opens")
  bank.ledger.commit([
    { kind: "payment", record: { ...record, payment, due } },
    ...eventFacts(bank, { type: "payment.disputed", payment }),
  ])
  return payment
}

/** The payment with a dispute over the whole captured amount. */
function disputed(payment: Payment, now: Date): Payment {
  const { disputes, amounts } = payment
  const entry: Dispute = {
    id: partId(payment, "dsp", disputes.length),
    amount: amounts.captured,
    reason: "fraudulent",
    status: "open",
    created_at: now.toISOString(),
  }
  return changePayment(payment, now, { disputes: [...disputes, entry] })
}
