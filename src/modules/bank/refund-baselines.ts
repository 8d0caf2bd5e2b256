import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Half of the smallest minor unit of any currency, in major units: smaller sums are noise of floating-point totals. */
const NOISE = 0.0005

const REFUNDED = `
  select coalesce(sum(r.amount), 0) from refund r
    join payment p on p.id = r.payment_id and p.deleted_at is null
    join order_payment_collection c on c.payment_collection_id = p.payment_collection_id and c.deleted_at is null
   where r.deleted_at is null and c.order_id = `

const CREDITED =
  "select coalesce(sum(amount), 0) from order_credit_line where deleted_at is null and order_id = "

/** An order whose refunds were recorded without a part of their credit lines. */
export interface UncreditedOrder {
  readonly order_id: string
  readonly payment_id: string
}

/**
 * `gw_refund_baseline`: the sums of an order before a refund is recorded on it. Medusa writes the refund first and its
 * credit line at the end, without a common transaction. A store that is killed in between leaves a baseline, from which
 * the missing credit line is computed. All amounts are in major units, as in Medusa's tables.
 */
export class RefundBaselines {
  constructor(private readonly knex: Knex) {}

  /** Writes the baseline of an order. One that a killed store has left stays: it holds for its refunds and the new one. */
  async write(order_id: string): Promise<void> {
    await this.knex.raw(
      `insert into gw_refund_baseline (order_id, pending, refunded, credited)
       select :order_id, coalesce((
                select coalesce(s.totals -> 'raw_pending_difference' ->> 'value', s.totals ->> 'pending_difference')::numeric
                  from order_summary s where s.order_id = :order_id and s.deleted_at is null
                 order by s.version desc limit 1), 0),
              (${REFUNDED} :order_id), (${CREDITED} :order_id)
       on conflict (order_id) do nothing`,
      { order_id }
    )
  }

  /** Deletes the baseline of an order unless a credit line is missing. */
  async deleteCredited(order_id: string): Promise<void> {
    if (!Number(await this.missingCredit(order_id))) await this.delete(order_id)
  }

  async delete(order_id: string): Promise<void> {
    await this.knex("gw_refund_baseline").where({ order_id }).delete()
  }

  /**
   * What the credit lines of an order lack since its baseline, as a decimal; "0" when there is nothing to add. Of a refund
   * the part is credited that exceeds what the store owed the customer, as `refundPaymentWorkflow` does it. A canceled
   * order takes no credit lines.
   */
  async missingCredit(order_id: string): Promise<string> {
    const { rows } = await this.knex.raw<{ rows: { missing: string }[] }>(
      `select (greatest(0, (${REFUNDED} b.order_id) - b.refunded - greatest(0, -b.pending))
                - ((${CREDITED} b.order_id) - b.credited))::text as missing
         from gw_refund_baseline b join "order" o on o.id = b.order_id
        where b.order_id = :order_id and o.status <> 'canceled' and o.deleted_at is null`,
      { order_id }
    )
    const missing = rows[0]?.missing ?? "0"
    return Number(missing) > NOISE ? missing : "0"
  }

  /** Orders with a baseline of this age or more, to which Medusa's own changes can be made. */
  left(olderThanSeconds: number, limit: number): Promise<UncreditedOrder[]> {
    return this.knex("gw_refund_baseline as b")
      .join("gw_payment as p", "p.order_id", "b.order_id")
      .whereRaw("b.written_at < now() - make_interval(secs => ?)", [olderThanSeconds])
      .whereNotExists(
        this.knex("order_change as c")
          .whereRaw("c.order_id = b.order_id and c.deleted_at is null")
          .whereIn("c.status", ["pending", "requested"])
      )
      .distinctOn("b.order_id")
      .select("b.order_id", "p.id as payment_id")
      .limit(limit)
  }
}
