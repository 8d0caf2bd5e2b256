import type { AskOutcome } from "../../domain/ask-outcome"
import type { OpenReview } from "../../modules/bank/models/difference"
import type { Movable } from "../../modules/bank/models/movable"
import type { Payment as Row, PaymentRecord } from "../../modules/bank/models/payment"
import type { TimelineEntry } from "../../modules/bank/models/timeline"
import { post } from "./client"
import { useList } from "./use-list"
import { useOne } from "./use-one"
import type { Wire } from "./wire"

type ForStaff =
  | "display_status"
  | "intent"
  | "origin"
  | "description"
  | "order_id"
  | "client_id"
  | "customer_email"
  | "bank_payment_id"
  | "merchant_reference"
  | "disputes"
  | "review_reason"

/** A payment in the list. Amounts in minor units. */
export type Payment = Wire<PaymentRecord & Pick<Row, ForStaff>> & {
  readonly client_name: string | null
  readonly reviews: readonly OpenReview[]
}

export type Entry = Wire<TimelineEntry>

/** One payment with all that led to it, and what can be moved of it. */
export interface TracedPayment extends Payment {
  readonly session_id: string | null
  readonly task_ids: readonly string[]
  readonly movable: Movable
  readonly timeline: readonly Entry[]
}

/** What the list is narrowed to; members that are undefined narrow nothing. */
export type PaymentQuery = Partial<
  Record<"display_status" | "currency" | "q" | "client_id" | "created_from" | "created_to" | "review", string>
>

/** How often a page reads a payment anew that may still change. */
const AGAIN_MS = 5000

export const usePayments = (query: PaymentQuery) => useList<Payment>("/payments", "payments", query)

/** Where a payment is read. */
export const pathOf = (id: string) => `/payments/${id}`

export const usePayment = (id: string) => useOne<{ payment: TracedPayment }>(pathOf(id), undefined, AGAIN_MS)

/** The payment of an order, where it has one of ours. */
export const useOrderPayment = (order_id: string) =>
  useOne<{ payments: Payment[] }>("/payments", { order_id, limit: 1 })

export type MoveKind = "capture" | "void" | "refund"

/** Money to be moved. What is sent again with the same key is done once. */
export interface Move {
  readonly kind: MoveKind
  readonly key: string
  readonly amount?: number
  readonly reason?: string
}

export const movePayment = (id: string, { kind, key, ...body }: Move) =>
  post<{ payment: Payment; is_pending: boolean }>(`/payments/${id}/${kind}`, body, { "idempotency-key": key })

/** What came of asking the bank. */
export interface Asked {
  readonly payment: Payment
  readonly outcome: AskOutcome
}

export const askBank = (id: string) => post<Asked>(`/payments/${id}/reconcile`)

/** Closes a review; `review_reason` is what the person has read. */
export const resolveReview = (id: string, body: { note: string; review_reason: string }) =>
  post<{ payment: TracedPayment }>(`/payments/${id}/review/resolve`, body)
