import { type Task, eventually } from "./agent"
import { fault, withoutEventFeed } from "./bank-ledger"
import { adminFetch } from "./merchant"
import { authenticate } from "./shopper"

/** A payment as staff see it in the admin API; amounts are in minor units. */
export interface StaffPayment {
  payment_id: string
  status: string
  /** The status for the merchant, as the admin shows it. */
  display_status: string
  order_id: string | null
  amount: number
  captured_amount: number
  refunded_amount: number
  bank_payment_id: string
  merchant_reference: string
  review_reason: string | null
  /** Absent from the response to a capture, refund or void. */
  reviews?: { reason: string; difference: unknown }[]
  disputes: { id: string; amount: number; reason: string; status: string; at: string }[]
}

/** A payment with its effects, operations and events. */
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

/** A page of the payment list. */
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

/** Waits until a payment is in the list of payments under review; fails after `seconds`. */
export function underReview(payment_id: string, seconds?: number): Promise<StaffPayment> {
  return eventually(async () => {
    const { payments } = await listPayments({ review: "true", limit: "100" })
    return payments.find((payment) => payment.payment_id === payment_id)
  }, seconds)
}

/**
 * Authenticates a payment about which the bank then sends a forged notification. The store cannot read the
 * event list until the payment is under review.
 */
export async function payWithForgedNotification(
  { artifacts }: Pick<Task, "artifacts">,
  forge = "amount_mismatch"
): Promise<StaffPayment> {
  const readOn = await withoutEventFeed()
  await fault({ scope: { times: 1 }, ipn: { forge } })
  await authenticate(artifacts.sca_redirect_url)
  const payment = await underReview(artifacts.payment_id)
  await readOn()
  return payment
}

/** One line of a payment's timeline. */
export interface TimelineEntry {
  at: string
  kind: string
  code: string
  detail: Record<string, unknown>
}

/** One payment with its timeline and the amounts that staff can still capture, refund or void. */
export interface PaymentWithTimeline extends TracedPayment {
  client_id: string | null
  client_name: string | null
  session_id: string | null
  task_ids: string[]
  shop_order_id: number | null
  movable: { capture: number; refund: number; void: boolean }
  timeline: TimelineEntry[]
}

export async function paymentWithTimeline(id: string): Promise<PaymentWithTimeline> {
  return (await tracePayment(id)) as PaymentWithTimeline
}

/** The response of the admin API to an action of staff on a payment. */
export interface Acted {
  status: number
  body: {
    payment: StaffPayment
    is_pending?: boolean
    outcome?: string
    message?: string
    code?: string
    type?: string
  }
}

/** Captures, voids, refunds or reconciles a payment, or closes its review, as a member of staff. */
export async function act(
  payment_id: string,
  what: "capture" | "void" | "refund" | "reconcile" | "review/resolve",
  body: object = {},
  key?: string
): Promise<Acted> {
  const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key }
  const init = { method: "POST", body: JSON.stringify(body), headers }
  const response = await adminFetch(`${PATH}/${payment_id}/${what}`, init)
  return { status: response.status, body: (await response.json()) as Acted["body"] }
}

/** The audit entries of one type for a payment, newest first. */
export async function auditOf(payment_id: string, type: string) {
  const response = await adminFetch(`/admin/agentic-commerce/audit?type=${type}&limit=100`)
  const { entries } = (await response.json()) as {
    entries: { actor_type: string; actor_id: string; detail: Record<string, unknown> }[]
  }
  return entries.filter(({ detail }) => detail.payment_id === payment_id)
}

/** The answers to five calls that are sent at once. */
export const fiveAtOnce = <T>(ask: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 5 }, ask))

/** The statuses of answers, sorted. */
export const statusesOf = (answers: readonly { status: number }[]): number[] =>
  answers.map(({ status }) => status).sort()
