import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { newestFirst, ownedBy } from "../../lib/keyset-page"
import { type Payment, toPayment } from "./models/payment"

/** The filters of a list of payments. Times are RFC 3339; both bounds are inclusive. */
export type PaymentFilters = Partial<
  Pick<Payment, "client_id" | "status" | "currency" | "order_reference"> & {
    created_from: string
    created_to: string
  }
>

/** A page of payments. */
export interface PaymentPage {
  readonly payments: Payment[]
  /** Null on the last page. */
  readonly next_cursor: string | null
}

/** The stored statuses behind a reported status. A filter by the reported status must find all of them. */
const STORED_STATUSES: Record<string, string[]> = { processing: ["processing", "created", "unknown"] }

/** A page of bank payments, newest first, without free orders. Undefined if the cursor is invalid. */
export async function listPayments(
  knex: Knex,
  { created_from, created_to, status, client_id, ...equal }: PaymentFilters,
  limit: number,
  cursor?: string
): Promise<PaymentPage | undefined> {
  const found = knex("gw_payment")
    .where(equal)
    .whereNot("status", "nothing_due")
    .modify((payments) => {
      if (client_id) ownedBy(payments, { by: "client_id", id: client_id, newest: "first" })
      if (status) void payments.whereIn("status", STORED_STATUSES[status] ?? [status])
      if (created_from) void payments.where("created_at", ">=", created_from)
      if (created_to) void payments.where("created_at", "<=", created_to)
    })
  const page = await newestFirst<Row>(knex, found, "created_at", limit, cursor)
  return page && { payments: page.rows.map(toPayment), next_cursor: page.next_cursor }
}

type Row = Record<string, unknown> & { readonly id: string }
