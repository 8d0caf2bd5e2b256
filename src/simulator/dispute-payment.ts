import type { Bank } from "./bank"
import { dispute } from "./disputes"
import { BankError } from "./errors"
import { eventFacts } from "./events"
import type { Payment } from "./payment"
import type { PaymentRecord } from "./records"

/** Opens a dispute about the payment. Throws 409 `invalid_state` when nothing was captured. */
export function openDispute(bank: Bank, record: PaymentRecord): Payment {
  if (!record.payment.amounts.captured)
    throw new BankError("invalid_state", "Nothing was captured that could be disputed.")
  const payment = dispute(record.payment, bank.clock.now())
  const due = record.due.filter(({ what }) => what !== "dispute_opens")
  bank.ledger.commit([
    { kind: "payment", record: { ...record, payment, due } },
    ...eventFacts(bank, { type: "payment.disputed", payment }),
  ])
  return payment
}
