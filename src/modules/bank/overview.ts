import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { DisplayStatus } from "../../domain/display-status"
import { orderNumberIn } from "../../domain/order-number"
import type { PaymentStatus } from "../../domain/settlement"
import {
  type OrderBy,
  BY_AMOUNT,
  allPages,
  byTime,
  newestFirst,
  ownedBy,
  sortingBy,
} from "../../lib/keyset-page"
import type { OpenReview } from "./models/difference"
import { type Payment, toPayment } from "./models/payment"
import type { PaymentTrace } from "./models/payment-trace"
import { openReviewsOf } from "./review"

/** The row of a payment, whose amounts PostgreSQL returns as text. */
type StoredPayment = Record<string, unknown> & { readonly id: string }

/** The filters of a list of payments. */
export interface PaymentMatch {
  readonly status?: PaymentStatus
  readonly display_status?: DisplayStatus
  /** Whether the payment needs review. */
  readonly review?: boolean
  readonly order_id?: string
  /** The client of the agent whose payment it is. */
  readonly client_id?: string
  /** Only the payments of agents' orders, without the storefront's own. */
  readonly requested_by?: "agent"
  readonly currency?: string
  /** Both bounds are inclusive. */
  readonly created_from?: Date
  readonly created_to?: Date
  /** The payment's id, its id or reference at the bank, or the number of its order. */
  readonly q?: string
}

/** What payments can be sorted by. */
export const PAYMENT_SORTS = { created_at: byTime("created_at"), amount: BY_AMOUNT }

type PaymentOrder = OrderBy<keyof typeof PAYMENT_SORTS>

/** A query for a page of payments. `after` is the id of the last payment on the previous page. */
export interface PaymentFilter extends PaymentMatch {
  /** By default the newest first. */
  readonly order?: PaymentOrder
  readonly after?: string
  readonly limit: number
}

/** The payments as the merchant's staff sees them. Read-only. */
export class Overview {
  constructor(private readonly knex: Knex) {}

  /** Payments, and whether there are more. */
  async list(filter: PaymentFilter): Promise<{ payments: Payment[]; has_more: boolean }> {
    const { order = "-created_at", after, limit } = filter
    const { by, is_ascending } = sortingBy(PAYMENT_SORTS, order)
    const columns = [...by.map(({ name }) => name), "id"]
    const found = this.matching(filter, order)
    if (after) {
      const [first] = columns
      const [all, than] = [columns.join(), is_ascending ? ">" : "<"]
      // The condition on the first column alone lets the index skip the payments between its start and this page.
      found
        .whereRaw(`${first} ${than}= (select ${first} from gw_payment where id = ?)`, [after])
        .whereRaw(`(${all}) ${than} (select ${all} from gw_payment where id = ?)`, [after])
    }
    const rows = await found
      .orderBy(columns.map((column) => ({ column, order: is_ascending ? "asc" : "desc" })))
      .limit(limit + 1)
    return { payments: rows.slice(0, limit).map(toPayment), has_more: rows.length > limit }
  }

  /** All payments that match, newest first, in pages of at most `size`. */
  async *pages(filter: PaymentMatch, size: number): AsyncGenerator<Payment[], void> {
    const read = (cursor?: string) =>
      newestFirst<StoredPayment>(this.knex, this.matching(filter), "created_at", size, cursor)
    for await (const rows of allPages(read)) yield rows.map(toPayment)
  }

  private matching(filter: PaymentMatch, order: PaymentOrder = "-created_at"): Knex.QueryBuilder {
    const { status, display_status, currency, order_id, client_id } = filter
    const exactly = Object.entries({ status, display_status, currency, order_id }).filter(
      ([, value]) => value
    )
    const found = this.knex("gw_payment").where(Object.fromEntries(exactly)).modify(narrow, filter)
    // Only the index by time is descending.
    const newest = order.endsWith("created_at") ? ({ newest: "first" } as const) : {}
    if (client_id) ownedBy(found, { by: "client_id", id: client_id, ...newest }, !order.startsWith("-"))
    return found
  }

  /** The open reviews of those payments that have any. */
  async openReviews(payments: readonly Payment[]): Promise<Map<string, OpenReview[]>> {
    const ids = payments.filter(({ review_reason }) => review_reason !== null).map(({ id }) => id)
    return ids.length ? openReviewsOf(this.knex, ids) : new Map()
  }

  /** The effects, bank operations and bank events of a payment, each in chronological order. */
  async trace({ id: payment_id, merchant_reference }: Payment): Promise<PaymentTrace> {
    const [effects, operations, events] = await Promise.all([
      this.knex("gw_effect")
        .where({ payment_id })
        .orderBy("id")
        .select("key", "attempts", "last_error", "created_at", "done_at"),
      this.knex("gw_bank_operation")
        .where({ payment_id })
        .orderBy("created_at")
        .select("id", "kind", "amount", "status", "error_code", "merchant_reference", "created_at"),
      this.knex("gw_bank_event")
        .whereRaw("snapshot ->> 'merchant_reference' = ?", [merchant_reference])
        .orderBy("received_at")
        .select("event_id", "type", "verdict", "received_at", "processed_at"),
    ])
    return { effects, operations: operations.map(withAmount), events }
  }
}

function narrow(payments: Knex.QueryBuilder, match: PaymentMatch): void {
  const { review, requested_by, created_from, created_to, q } = match
  if (requested_by) void payments.whereNotNull("client_id")
  if (review !== undefined) void payments.whereRaw(`review_reason is ${review ? "not null" : "null"}`)
  if (created_from) void payments.where("created_at", ">=", created_from)
  if (created_to) void payments.where("created_at", "<=", created_to)
  if (q) void payments.where((named) => nameOf(named, q))
}

/** Searches each column separately, because each has its own index. */
function nameOf(payments: Knex.QueryBuilder, q: string): void {
  for (const column of ["id", "merchant_reference", "bank_payment_id"]) void payments.orWhere(column, q)
  const number = orderNumberIn(q)
  if (number !== undefined) void payments.orWhere("shop_order_id", number)
}

/** PostgreSQL returns a bigint as text. */
function withAmount(row: PaymentTrace["operations"][number]): PaymentTrace["operations"][number] {
  return { ...row, amount: row.amount === null ? null : Number(row.amount) }
}
