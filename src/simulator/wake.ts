import type { Bank } from "./bank"
import { openDispute } from "./dispute-payment"
import { returnRefund } from "./refund-payment"
import type { Due, PaymentRecord, TokenRecord } from "./records"
import { abandonPayment, settleProcessingPayment } from "./settle-payment"
import { abandonToken } from "./settle-token"

/** Performs all due actions of a payment or token, in the order they became due. */
export function runDue(bank: Bank, id: string): void {
  for (let due = nextDue(bank, id); due; due = nextDue(bank, id)) perform(bank, id, due)
}

function nextDue(bank: Bank, id: string): Due | undefined {
  const { due = [] } = find(bank, id) ?? {}
  const [next] = due.filter(({ at }) => at <= bank.clock.milliseconds()).sort((a, b) => a.at - b.at)
  return next
}

// Each of these functions removes the action it performed from the record's list.
function perform(bank: Bank, id: string, due: Due): void {
  const record = find(bank, id)
  if (!record) return
  if ("token" in record) abandonToken(bank, record, "expired")
  else if (due.what === "page_lapses") abandonPayment(bank, record, "expired")
  else if (due.what === "issuer_answers") settleProcessingPayment(bank, record)
  else if (due.what === "refund_fails") returnRefund(bank, record, due.refund_id)
  else openDispute(bank, record)
}

function find(bank: Bank, id: string): PaymentRecord | TokenRecord | undefined {
  return bank.ledger.payments.get(id) ?? bank.ledger.tokens.get(id)
}
