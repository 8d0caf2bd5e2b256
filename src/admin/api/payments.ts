import type { QueryOutcome } from "../../domain/query-outcome"
import type { OpenReview } from "../../modules/bank/models/difference"
import type { Movable } from "../../modules/bank/models/movable"
import type { Payment as Row, PaymentRecord } from "../../modules/bank/models/payment"
import type { ProviderRecord } from "../../modules/bank/models/provider-record"
import type { TimelineEntry } from "../../modules/bank/models/timeline"
import type { Agreement } from "../../domain/card"
import type { Operation } from "../../modules/bank/models/operation"
import { get, post } from "./client"
import { useList } from "./use-list"
import { useOne } from "./use-one"
import type { Wire } from "./wire"

type ForStaff =
  | "display_status"
  | "intent"
  | "origin"
  | "route"
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
  /** The account at a bank; null for a payment at another provider. */
  readonly bank_account: string | null
  readonly reviews: readonly OpenReview[]
  /** Its payment providers in Medusa, if it is made through another one than the bank. */
  readonly provider_ids: readonly string[]
}

/** An entry of a payment's timeline as the API returns it. */
export type Entry = Wire<TimelineEntry>

/** A payment with its history, and the amounts that can be moved. */
export interface TracedPayment extends Payment {
  readonly session_id: string | null
  readonly task_ids: readonly string[]
  /** The amount of a refund that only the payment provider knows the outcome of; null if there is none. */
  readonly unknown_refund: number | null
  /** A call that the bank has begun and not finished: staff look up its outcome; null if there is none. */
  readonly unfinished_call: Pick<Operation, "kind" | "amount"> | null
  /** Whether the status can be queried at the bank or the other provider now. */
  readonly can_query: boolean
  readonly movable: Movable
  /** The captures, voids and refunds that were requested. */
  readonly operations: readonly Pick<Operation, "kind" | "status">[]
  readonly timeline: readonly Entry[]
}

/** The filters of the payment list; undefined ones have no effect. */
export type PaymentQuery = Partial<
  Record<
    | "display_status"
    | "currency"
    | "q"
    | "client_id"
    | "requested_by"
    | "created_from"
    | "created_to"
    | "review"
    | "order",
    string | undefined
  >
>

/** Refetch interval of a payment that may still change, in milliseconds. */
export const REFETCH_MS = 5000

/** The payments that match the filters. */
export const usePayments = (query: PaymentQuery) => useList<Payment>("/payments", "payments", query)

/** The newest payments. */
export const useNewestPayments = (limit: number) =>
  useOne<{ payments: Payment[] }>("/payments", { limit }, { refetch_ms: REFETCH_MS })

/** The API path of a payment. */
export const pathOf = (id: string) => `/payments/${id}`

/** One payment with its timeline. */
export const usePayment = (id: string) =>
  useOne<{ payment: TracedPayment }>(pathOf(id), undefined, { refetch_ms: REFETCH_MS })

/** A payment as the page around it reads it, without an interval of its own. */
export const useShownPayment = (id: string) => useOne<{ payment: TracedPayment }>(pathOf(id))

/** What staff can do with a payment's money. */
export type MoveKind = "capture" | "void" | "refund"

/** A capture, void or refund. Requests with the same key are executed once. */
export interface Move {
  readonly kind: MoveKind
  readonly key: string
  readonly amount?: number
  readonly reason?: string
}

/** Captures, voids or refunds a payment. `is_pending`: the bank has not confirmed it yet. */
export const movePayment = (id: string, { kind, key, ...body }: Move) =>
  post<{ payment: Payment; is_pending: boolean }>(`/payments/${id}/${kind}`, body, { "idempotency-key": key })

/** The result of querying the bank or the other provider. */
export interface QueryResult {
  readonly payment: Payment
  readonly outcome: QueryOutcome
}

/** Queries the bank or the other provider about the status of a payment. */
export const queryStatus = (id: string) => post<QueryResult>(`/payments/${id}/reconcile`)

/** The user's note, the reason that they have read, and what they found out about a call with an unknown outcome. */
interface Resolution {
  readonly note: string
  readonly review_reason: string
  readonly was_refunded?: boolean
  readonly was_executed?: boolean
}

/** Closes a review. */
export const resolveReview = (id: string, body: Resolution) =>
  post<{ payment: TracedPayment }>(`/payments/${id}/review/resolve`, body)

/** What helps to answer a dispute, beyond the payment and its timeline. */
export interface Evidence {
  readonly consent: {
    readonly given_by: "user" | "customer"
    readonly email: string | null
    readonly scopes: readonly string[]
    readonly given_at: string
    readonly revoked_at: string | null
  } | null
  readonly mandate: (Agreement & { readonly agreed_at: string }) | null
  readonly parcels: readonly {
    readonly id: string
    readonly shipped_at: string | null
    readonly delivered_at: string | null
    readonly tracking: { readonly tracking_number: string; readonly tracking_url: string } | null
  }[]
  /** The payments at another provider than the bank. */
  readonly provider_payments: readonly Wire<ProviderRecord>[]
}

/** Reads the evidence about a payment. */
export const readEvidence = (id: string) => get<{ evidence: Evidence }>(`${pathOf(id)}/evidence`)
