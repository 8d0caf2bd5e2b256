import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { exponentOf } from "../../domain/money"

/**
 * Half of the smallest minor unit of any currency, in major units: smaller sums are rounding errors of
 * floating-point totals.
 */
const NOISE = 0.0005

/** Longer than any request takes. An older refund was interrupted. */
const INTERRUPTED_AFTER_SECONDS = 120

/** The captures or refunds of the payments of an order, whether or not its totals include them yet. */
const recorded = (table: "capture" | "refund", order_id: string) => `(
  select coalesce(sum(r.amount), 0) from ${table} r
    join payment p on p.id = r.payment_id and p.deleted_at is null
    join order_payment_collection c on c.payment_collection_id = p.payment_collection_id and c.deleted_at is null
   where r.deleted_at is null and c.order_id = ${order_id})`

const refunded = (order_id: string) => recorded("refund", order_id)

/** What was paid on an order, by its records and by the transactions that are neither a capture nor a refund. */
const paid = (order_id: string) => `(
  ${recorded("capture", order_id)} - ${refunded(order_id)} + (
    select coalesce(sum(amount), 0) from order_transaction
     where order_id = ${order_id} and deleted_at is null and coalesce(reference, '') not in ('capture', 'refund')))`

/** The total of an order minus its credit lines, as its latest summary has it. */
const total = (order_id: string) => `coalesce((
  select ${summed("pending_difference")} + ${summed("transaction_total")}
    from order_summary s where s.order_id = ${order_id} and s.deleted_at is null
   order by s.version desc limit 1), 0)`

const summed = (name: string) =>
  `coalesce(s.totals -> 'raw_${name}' ->> 'value', s.totals ->> '${name}', '0')::numeric`

/** The credit lines of an order. Each version of an order has its own copy of every line. */
const credited = (order_id: string) => `(
  select coalesce(sum(amount), 0) from order_credit_line
   where deleted_at is null and order_id = ${order_id} and version = (
         select max(version) from order_credit_line where deleted_at is null and order_id = ${order_id}))`

/**
 * The amount by which an order's credit lines are too low since a baseline `b`; an order `o` that is canceled gets none.
 * Like `refundPaymentWorkflow`, it credits the part of the refunds that exceeds what the customer had overpaid.
 */
const MISSING = `
  case when o.status = 'canceled' then 0
       else greatest(0, ${refunded("b.order_id")} - b.refunded - greatest(0, -b.pending))
              - (${credited("b.order_id")} - b.credited) end`

/** The totals of an order, in major units, before the holder of its refund lock recorded a refund. */
export interface RefundBaseline {
  readonly order_id: string
  readonly holder: string
  readonly pending: string
  readonly refunded: string
  readonly credited: string
}

/** The amount is in major units, as a decimal. */
interface Credit {
  readonly missing: string
  /** Uppercase ISO 4217. */
  readonly currency: string
}

/** A baseline that its holder has not ended (`end`), and a payment of its order. */
export interface InterruptedBaseline extends Pick<RefundBaseline, "order_id" | "holder"> {
  readonly payment_id: string
}

/**
 * `gw_refund_baseline`: the totals of an order before a refund is recorded on it, one row for each holder of its refund
 * lock. Medusa reads the outstanding amount first and writes the refund's credit line last, without a common transaction.
 * If the store is killed in between, or loses the lock, the credit lines are too low. The baseline then remains, and the
 * missing credit line is computed from it. All amounts are in major units, as in Medusa's tables.
 */
export class RefundBaselines {
  constructor(private readonly knex: Knex) {}

  /**
   * Stores the baseline of an order for a holder of its refund lock. It uses the records of captures and refunds, not the
   * paid amount in Medusa's summary. That amount is wrong while a capture is recorded twice, or at the same time as
   * another capture, until the totals are computed again. A refund in between gets no credit line, or one that is too low.
   */
  async write(order_id: string, holder: string): Promise<RefundBaseline> {
    const { rows } = await this.knex.raw<{ rows: RefundBaseline[] }>(
      `insert into gw_refund_baseline (order_id, holder, pending, refunded, credited)
       select :order_id, :holder, ${total(":order_id")} - ${paid(":order_id")}, ${refunded(":order_id")},
              ${credited(":order_id")}
       returning order_id, holder, pending::text, refunded::text, credited::text`,
      { order_id, holder }
    )
    return rows[0] as RefundBaseline
  }

  /**
   * Ends a baseline: deletes it, unless a credit line is missing. A baseline with a missing credit line remains. It is
   * stored again if it was deleted meanwhile, because `interrupted` returned it although its holder was only slow.
   */
  async end(baseline: RefundBaseline): Promise<void> {
    await this.knex("gw_refund_baseline").insert(baseline).onConflict(["order_id", "holder"]).ignore()
    const { order_id, holder } = baseline
    await this.knex.raw(
      `delete from gw_refund_baseline b using "order" o
        where o.id = b.order_id and b.order_id = :order_id and b.holder = :holder and ${MISSING} <= :noise`,
      { order_id, holder, noise: NOISE }
    )
  }

  async delete({ order_id, holder }: Pick<RefundBaseline, "order_id" | "holder">): Promise<void> {
    await this.knex("gw_refund_baseline").where({ order_id, holder }).delete()
  }

  /** Deletes all baselines of an order that is about to be deleted. */
  async deleteOf(order_id: string): Promise<void> {
    await this.knex("gw_refund_baseline").where({ order_id }).delete()
  }

  /**
   * The amount by which the credit lines are too low since a baseline, as a decimal in major units; "0" if nothing is
   * missing. Medusa rejects a credit line above `outstanding`, the order's outstanding amount in major units. Totals can
   * lie between two minor units, and refunds are rounded: if the missing amount exceeds `outstanding` by at most one minor
   * unit of the currency, this returns `outstanding`.
   */
  async missingCredit({ order_id, holder }: InterruptedBaseline, outstanding: number): Promise<string> {
    const { rows } = await this.knex.raw<{ rows: Credit[] }>(
      `select (${MISSING})::text as missing, upper(o.currency_code) as currency
         from gw_refund_baseline b join "order" o on o.id = b.order_id
        where b.order_id = :order_id and b.holder = :holder`,
      { order_id, holder }
    )
    const [credit] = rows
    if (!credit) return "0"
    const excess = Number(credit.missing) - outstanding
    const isRounded = excess >= 0 && excess <= 10 ** -exponentOf(credit.currency) + NOISE
    const missing = isRounded ? String(outstanding) : credit.missing
    return Number(missing) > NOISE ? missing : "0"
  }

  /** Whether an order has a baseline: one of its refunds is in progress, or may lack a credit line. */
  async has(order_id: string): Promise<boolean> {
    return (await this.knex("gw_refund_baseline").where({ order_id }).first("holder")) !== undefined
  }

  /**
   * The baselines of interrupted refunds, which are older than any request can be, of all orders or of one, oldest first.
   * Only of orders that can be changed: no order change is open, and no younger refund is in progress.
   */
  interrupted(limit: number, order_id?: string): Promise<InterruptedBaseline[]> {
    const age = this.knex.raw("now() - make_interval(secs => ?)", [INTERRUPTED_AFTER_SECONDS])
    return this.knex("gw_refund_baseline as b")
      .where(order_id === undefined ? {} : { "b.order_id": order_id })
      .where("b.written_at", "<", age)
      .whereExists(this.knex("gw_payment as p").whereRaw("p.order_id = b.order_id"))
      .whereNotExists(
        this.knex("gw_refund_baseline as y")
          .whereRaw("y.order_id = b.order_id")
          .where("y.written_at", ">=", age)
      )
      .whereNotExists(
        this.knex("order_change as c")
          .whereRaw("c.order_id = b.order_id and c.deleted_at is null")
          .whereIn("c.status", ["pending", "requested"])
      )
      .orderBy("b.written_at")
      .select("b.order_id", "b.holder", {
        payment_id: this.knex("gw_payment as p").whereRaw("p.order_id = b.order_id").min("p.id"),
      })
      .limit(limit)
  }
}
