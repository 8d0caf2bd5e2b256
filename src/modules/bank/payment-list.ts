import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { cursorOf, positionIn } from "../../domain/cursor"
import { type Payment, toPayment } from "./models/payment"

/** What a list of payments is narrowed to. Times are RFC 3339, the bounds included. */
export type PaymentFilters = Partial<
  Pick<Payment, "client_id" | "status" | "currency" | "order_reference"> & {
    created_from: string
    created_to: string
  }
>

export interface PaymentPage {
  readonly payments: Payment[]
  /** Null on the last page. */
  readonly next_cursor: string | null
}

/** What stands in the row as one status is told as another: both must be found by what is told. */
const TOLD_AS: Record<string, string[]> = { processing: ["processing", "created", "unknown"] }

interface Row extends Record<string, unknown> {
  readonly id: string
  readonly position: string
}

/** A page of payments, newest first, by keyset. Undefined for a cursor that is not ours. */
export async function listPayments(
  knex: Knex,
  { created_from, created_to, status, ...equal }: PaymentFilters,
  limit: number,
  cursor?: string
): Promise<PaymentPage | undefined> {
  const after = cursor === undefined ? null : positionIn(cursor)
  if (after === undefined) return undefined
  const rows: Row[] = await knex("gw_payment")
    .where(equal)
    .modify((page) => {
      if (status) void page.whereIn("status", TOLD_AS[status] ?? [status])
      if (created_from) void page.where("created_at", ">=", created_from)
      if (created_to) void page.where("created_at", "<=", created_to)
      if (after) void page.whereRaw("(created_at, id) < (?::timestamptz, ?)", after)
    })
    .orderBy([
      { column: "created_at", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .limit(limit + 1)
    // A Date of JavaScript is coarser than the column.
    .select("*", knex.raw(`to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') position`))
  const payments = rows.slice(0, limit)
  const last = rows.length > limit ? payments.at(-1) : undefined
  return {
    payments: payments.map(({ position: _, ...row }) => toPayment(row)),
    next_cursor: last ? cursorOf([last.position, last.id]) : null,
  }
}
