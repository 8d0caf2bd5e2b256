import { eventually } from "./agent"
import { adminFetch } from "./merchant"

/** A payment as the merchant's staff see it in the admin API; amounts are minor units. */
export interface StaffPayment {
  payment_id: string
  status: string
  order_id: string | null
  amount: number
  captured_amount: number
  refunded_amount: number
  bank_payment_id: string
  merchant_reference: string
  review_reason: string | null
  disputes: { id: string; amount: number; reason: string; status: string; at: string }[]
}

/** The same with what led to it. */
export interface TracedPayment extends StaffPayment {
  effects: { key: string; attempts: number; last_error: string | null; done_at: string | null }[]
  operations: { kind: string; amount: number | null; status: string; error_code: string | null }[]
  events: { type: string; verdict: string | null; received_at: string }[]
}

export interface PaymentList {
  payments: StaffPayment[]
  limit: number
  next_cursor: string | null
}

const PATH = "/admin/agentic-commerce/payments"

/** A page of the payments' list. */
export async function listPayments(query: Record<string, string> = {}): Promise<PaymentList> {
  const response = await adminFetch(`${PATH}?${new URLSearchParams(query)}`)
  if (!response.ok) throw new Error(`the list answered ${response.status} ${await response.text()}`)
  return (await response.json()) as PaymentList
}

export async function tracePayment(id: string): Promise<TracedPayment> {
  const response = await adminFetch(`${PATH}/${id}`)
  if (!response.ok) throw new Error(`the payment answered ${response.status} ${await response.text()}`)
  return ((await response.json()) as { payment: TracedPayment }).payment
}

/** A payment that stands in the list of those a person must look at; fails after `seconds`. */
export function underReview(payment_id: string, seconds = 30): Promise<StaffPayment> {
  return eventually(async () => {
    const { payments } = await listPayments({ review: "true", limit: "100" })
    return payments.find((payment) => payment.payment_id === payment_id)
  }, seconds)
}
