import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ownedBy } from "../../newest-first"
import type { DisplayStatus } from "../../domain/display-status"
import type { PaymentStatus } from "../../domain/settlement"
import type { OpenReview } from "./models/difference"
import { type Payment, toPayment } from "./models/payment"
import type { PaymentTrace } from "./models/payment-trace"
import { openReviewsOf } from "./review"

/** Which payments are asked for; `before` is the id of the last one of the page before. */
export interface PaymentFilter {
  readonly status?: PaymentStatus
  readonly display_status?: DisplayStatus
  /** Whether a person must look. */
  readonly review?: boolean
  readonly order_id?: string
  /** The agent's client it belongs to. */
  readonly client_id?: string
  readonly currency?: string
  /** The bounds are included. */
  readonly created_from?: Date
  readonly created_to?: Date
  /** An id of the payment, here or at the bank, its reference there, or the number of its order. */
  readonly q?: string
  readonly before?: string
  readonly limit: number
}

/** Payments as the merchant's staff look at them. Reads only. */
export class Overview {
  constructor(private readonly knex: Knex) {}

  /** Payments, newest first, and whether there are more. */
  async list(filter: PaymentFilter): Promise<{ payments: Payment[]; has_more: boolean }> {
    const { status, display_status, currency, order_id, client_id, before, limit } = filter
    const exactly = Object.entries({ status, display_status, currency, order_id }).filter(
      ([, value]) => value
    )
    const found = this.knex("gw_payment").where(Object.fromEntries(exactly)).modify(narrow, filter)
    if (client_id) ownedBy(found, { by: "client_id", id: client_id, newest: "first" })
    // The time by itself, too: what lies between the last day asked for and the page is not read.
    if (before)
      found
        .whereRaw("created_at <= (select created_at from gw_payment where id = ?)", [before])
        .whereRaw("(created_at, id) < (select created_at, id from gw_payment where id = ?)", [before])
    const rows = await found
      .orderBy([
        { column: "created_at", order: "desc" },
        { column: "id", order: "desc" },
      ])
      .limit(limit + 1)
    return { payments: rows.slice(0, limit).map(toPayment), has_more: rows.length > limit }
  }

  /** What is open of the reviews of those of these payments that have any. */
  async openReviews(payments: readonly Payment[]): Promise<Map<string, OpenReview[]>> {
    const ids = payments.filter(({ review_reason }) => review_reason !== null).map(({ id }) => id)
    return ids.length ? openReviewsOf(this.knex, ids) : new Map()
  }

  /** What was owed, what was asked of the bank and what it has told about a payment, each in the order it came. */
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

function narrow(payments: Knex.QueryBuilder, { review, created_from, created_to, q }: PaymentFilter): void {
  if (review !== undefined) void payments.whereRaw(`review_reason is ${review ? "not null" : "null"}`)
  if (created_from) void payments.where("created_at", ">=", created_from)
  if (created_to) void payments.where("created_at", "<=", created_to)
  if (q) void payments.where((named) => nameOf(named, q))
}

/** Each name by an index of its own. */
function nameOf(payments: Knex.QueryBuilder, q: string): void {
  for (const column of ["id", "merchant_reference", "bank_payment_id"]) void payments.orWhere(column, q)
  const number = /^#?\d{1,9}$/.test(q) ? Number(q.replace("#", "")) : undefined
  if (number !== undefined) void payments.orWhere("shop_order_id", number)
}

/** PostgreSQL's bigint arrives as text. */
function withAmount(row: PaymentTrace["operations"][number]): PaymentTrace["operations"][number] {
  return { ...row, amount: row.amount === null ? null : Number(row.amount) }
}
