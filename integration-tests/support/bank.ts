import { randomUUID } from "node:crypto"
import { inLedger } from "./bank-ledger"
import { sql } from "./database"

/** The part of a bank payment that tests change to make other snapshots of it. */
export interface BankPayment {
  id: string
  version: number
  merchant_reference: string
  status: string
  amount: number
  currency: string
  amounts: Record<string, number>
  [member: string]: unknown
}

/** A payment as the bank has it, found by the page the shopper was sent to. */
export async function paymentAtBank(sca_redirect_url: string): Promise<BankPayment> {
  const [row] = await sql<{ merchant_reference: string }>(
    "select merchant_reference from gw_payment where redirect_url = $1",
    [sca_redirect_url]
  )
  type Listed = BankPayment & { next_action: { url: string } | null }
  // The store has its own link for a page that is opened by a form, and so no row with the bank's.
  const listed = await inLedger<Listed>("payments", row?.merchant_reference)
  const payment = listed.find(({ next_action }) => next_action?.url === sca_redirect_url)
  if (!payment) throw new Error("the bank knows no such payment, or the shopper has finished it")
  return payment
}

/** The body of a notification with this snapshot. */
export function ipnBody(payment: BankPayment, type = `payment.${payment.status}`): string {
  const event_id = `evt_${randomUUID()}`
  return JSON.stringify({
    event_id,
    sequence: 1,
    type,
    created_at: new Date().toISOString(),
    attempt: 1,
    payment,
  })
}

/** The snapshot the bank would send once the payment is captured. */
export function captured(payment: BankPayment): BankPayment {
  return {
    ...payment,
    version: payment.version + 1,
    status: "captured",
    amounts: { ...payment.amounts, authorized: payment.amount, captured: payment.amount },
    next_action: null,
    card: { brand: "visa", last4: "1111" },
  }
}
