import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { canceled } from "./canceled-orders"
import { type Payment, toPayment } from "./models/payment"

/** Payments at the bank of canceled orders. */
export class CanceledOrderPayments {
  constructor(private readonly knex: Knex) {}

  /** Marks the payments of a canceled order. */
  async note(order_id: string): Promise<void> {
    const order_canceled_at = this.knex.fn.now()
    await this.knex("gw_payment").where({ order_id, order_canceled_at: null }).update({ order_canceled_at })
  }

  /** Marks those of these payments whose orders are canceled, for cancellations whose event was lost. */
  async noteMissed(ids: readonly string[]): Promise<void> {
    await this.knex.raw(NOTE_CANCELED, [[...ids]])
  }

  /**
   * Payments of canceled orders for which the bank can still capture money or still holds captured money.
   * Medusa also cancels an order if its refund fails. Excluded are payments tried within the last minute, and
   * those whose refund failed after the cancellation, because it would fail again and the merchant was
   * notified. Fully disputed payments are excluded once the merchant was notified. After each refusal by the
   * bank the pause doubles, up to one day. Medusa itself refunds payments at other providers. Those of the accounts whose
   * bank is `out` are excluded as well.
   */
  async withFunds(limit: number, out: readonly string[]): Promise<Payment[]> {
    const rows = await this.knex("gw_payment as p")
      .join("order as o", "o.id", "p.order_id")
      .whereRaw(`p.route = 'bank' and p.order_canceled_at is not null and ${canceled("o")} and ${HAS_FUNDS}`)
      .whereRaw(`not (p.status = 'captured' and ${ALL_DISPUTED} and ${IS_NOTIFIED})`)
      .whereNotIn("p.bank_account", [...out])
      .whereNotExists(this.knex("gw_bank_operation as b").whereRaw(TRIED_RECENTLY))
      .whereNotExists(this.knex("gw_effect as e").whereRaw(FAILED_SINCE))
      .orderBy("p.id")
      .limit(limit)
      .select("p.*")
    return rows.map(toPayment)
  }
}

/** The payment can still be captured, or some captured money is not refunded. Matches the condition of the index. */
const HAS_FUNDS = `(p.status in ('requires_action', 'processing', 'authorized', 'partially_captured')
  or p.captured_amount > p.refunded_amount + p.refund_pending_amount)`

/** Whether the merchant was notified that the money could not be refunded. */
const IS_NOTIFIED =
  "exists (select from gw_review r where r.payment_id = p.id and r.source = 'refunded_by_store')"

/** Whether cardholders dispute the whole remaining amount, so that nothing is left to refund. */
const ALL_DISPUTED = `p.captured_amount - p.refunded_amount - p.refund_pending_amount <= (
  select coalesce(sum((d ->> 'amount')::bigint), 0) from jsonb_array_elements(p.disputes) d
   where d ->> 'status' <> 'won')`

/* The lateral join reads each order by its id, instead of reading all canceled orders. */
const NOTE_CANCELED = `
  update gw_payment set order_canceled_at = now()
   where id = any (array(
     select p.id from gw_payment p
      cross join lateral (select status, canceled_at from "order" where id = p.order_id offset 0) o
      where p.id = any(?) and p.order_canceled_at is null and ${HAS_FUNDS} and ${canceled("o")}))`

/** What a capture has left of an authorization is voided also after the refund of the captured part has failed. */
const FAILED_SINCE = `p.status <> 'partially_captured'
  and e.payment_id = p.id and e.key like 'refund_failed:%' and e.done_at > o.canceled_at`

/** One minute, doubled by each refusal after the first since the order was canceled. */
const PAUSE = `(
  select least(power(2, least(greatest(count(*), 1), 12) - 1), 1440) * interval '1 minute'
    from gw_bank_operation r
   where r.payment_id = p.id and r.kind in ('void', 'refund') and r.status = 'refused'
     and r.created_at > o.canceled_at)`

/** An unresolved refund, or any void or refund within the pause. */
const TRIED_RECENTLY = `b.payment_id = p.id and b.kind in ('void', 'refund')
  and (b.created_at > now() - ${PAUSE} or (b.kind = 'refund' and b.status in ('requested', 'unknown')))`
