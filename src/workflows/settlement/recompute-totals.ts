import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { PaymentDTO } from "@medusajs/framework/types"
import { recordedSum } from "../../queries/payment/recorded-sum"

/**
 * Recomputes the totals that Medusa stores for an order and its payment collection. Medusa adds to the total it has
 * read before, so a crash can omit an amount, and one of two concurrent writers is lost. Medusa has no call that
 * recomputes them.
 */
export async function recomputeTotals(
  knex: Knex,
  order_id: string,
  { payment_collection_id }: Pick<PaymentDTO, "payment_collection_id">
): Promise<void> {
  await knex.transaction(async (trx) => {
    // A statement that waits for this row would compute the sums as they were before it waited.
    await trx("order_summary").where({ order_id }).whereNull("deleted_at").forUpdate().select("id")
    await trx.raw(ORDER, { order_id })
  })
  await knex.raw(COLLECTION, { payment_collection_id })
}

/** A number in Medusa's JSON format: the plain value and the exact one. */
const withRaw = (name: string, value: string) =>
  `'${name}', ${value}, 'raw_${name}', jsonb_build_object('value', (${value})::text, 'precision', 20)`

const PENDING =
  "(s.totals->>'pending_difference')::numeric + (s.totals->>'transaction_total')::numeric - t.total"

const ORDER = `
  update order_summary s set updated_at = now(), totals = s.totals || jsonb_build_object(
    ${withRaw("paid_total", "t.paid")}, ${withRaw("refunded_total", "t.refunded")},
    ${withRaw("transaction_total", "t.total")}, ${withRaw("pending_difference", PENDING)})
  from (
    select coalesce(sum(amount) filter (where amount > 0), 0) as paid,
           coalesce(-sum(amount) filter (where amount < 0), 0) as refunded, coalesce(sum(amount), 0) as total
    from order_transaction where order_id = :order_id and deleted_at is null) t
  where s.order_id = :order_id and s.deleted_at is null
    and s.version = (
      select max(version) from order_summary where order_id = :order_id and deleted_at is null)
    and ((s.totals->>'transaction_total')::numeric, (s.totals->>'paid_total')::numeric)
        is distinct from (t.total, t.paid)`

const recorded = (table: "capture" | "refund") => recordedSum(table, ":payment_collection_id")

const exact = (value: string) => `jsonb_build_object('value', ${value}::text, 'precision', 20)`

const COLLECTION = `
  update payment_collection c set updated_at = now(), captured_amount = t.captured, refunded_amount = t.refunded,
    raw_captured_amount = ${exact("t.captured")}, raw_refunded_amount = ${exact("t.refunded")}
  from (select ${recorded("capture")} as captured, ${recorded("refund")} as refunded) t
  where c.id = :payment_collection_id
    and (coalesce(c.captured_amount, 0), coalesce(c.refunded_amount, 0)) is distinct from (t.captured, t.refunded)`
