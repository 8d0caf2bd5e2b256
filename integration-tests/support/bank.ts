import { randomUUID } from "node:crypto"
import { inLedger } from "./bank-ledger"
import { sql } from "./database"

/** The members of a bank payment that tests change to build other snapshots. */
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

/** The bank's payment with this page for the customer. */
export async function paymentAtBank(sca_redirect_url: string): Promise<BankPayment> {
  const [row] = await sql<{ merchant_reference: string }>(
    "select merchant_reference from gw_payment where redirect_url = $1",
    [sca_redirect_url]
  )
  type Listed = BankPayment & { next_action: { url: string } | null }
  // For a page opened by a form post, the store stores its own link, so no row contains the bank's address.
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

/** The snapshot the bank would send after the capture. */
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
