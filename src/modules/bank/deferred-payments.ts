import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { PAYMENT_PROVIDER_ID } from "../../domain/payment-route"
import { toMinorUnits } from "../../lib/minor-units"
import { recordEffects } from "./effects"
import type { Payment } from "./models/payment"

const REFUSAL = {
  decline_code: "payment_failed",
  decline_message: "The payment failed at its provider after the order was placed.",
}

/** The columns of a payment that is not refused, or no longer. */
export const NO_DECLINE = { decline_code: null, decline_message: null }

/**
 * Payments of the storefront that a provider confirms after the order was placed, such as direct debits: they are
 * `processing` until then.
 */
export class DeferredPayments {
  constructor(private readonly knex: Knex) {}

  /**
   * Ends a payment without money, with the effect that reports a refusal to the merchant. Does nothing to payments in
   * another state. The provider is still queried for a month.
   */
  async end(id: string, status: "canceled" | "declined"): Promise<void> {
    await this.knex.transaction(async (trx) => {
      const [row] = await storefront(trx, id, "processing")
        .update({ status, ...changed(trx), ...(status === "declined" && REFUSAL) })
        .returning<{ version: number }[]>("version")
      // A payment can be refused again after another attempt of the customer.
      const refusal = { key: `failed:${row?.version}`, effect: "failed", movement: null } as const
      if (row && status === "declined") await recordEffects(trx, id, [refusal])
    })
  }

  /** Records that the customer tries again to make a payment that its provider has refused. */
  async resume(id: string): Promise<void> {
    await storefront(this.knex, id, "declined").update({
      status: "processing",
      next_check_at: this.knex.raw("coalesce(next_check_at, now() + interval '1 minute')"),
      ...changed(this.knex),
      ...NO_DECLINE,
    })
  }

  /** Records that a check has failed. Returns since when all checks have failed, once that is a day. */
  async noteUnchecked(id: string): Promise<Date | undefined> {
    const { rows } = await this.knex.raw<{ rows: { since: Date; is_long: boolean }[] }>(
      `update gw_payment set unchecked_since = coalesce(unchecked_since, now()) where id = ?
        returning unchecked_since as since, unchecked_since < now() - interval '1 day' as is_long`,
      [id]
    )
    return rows[0]?.is_long ? rows[0].since : undefined
  }

  /** Records that a check has succeeded. */
  async noteChecked(id: string): Promise<void> {
    await this.knex("gw_payment")
      .where({ id })
      .whereNotNull("unchecked_since")
      .update({ unchecked_since: null })
  }

  /**
   * Schedules the checks of those of these payments whose order has a session at one of these providers that may be paid
   * without a record in Medusa, such as one that the customer has opened after the order, and whose checks have ended.
   */
  async resumeChecks(ids: readonly string[], providers: readonly string[]): Promise<void> {
    if (!providers.length) return
    await this.knex.raw(SCHEDULE, { ids: [...ids], providers: [...providers] })
  }

  /** Ends the queries about a payment that its provider has confirmed. */
  async endChecks(id: string): Promise<void> {
    await this.knex("gw_payment").where({ id, route: "storefront" }).update({ next_check_at: null })
  }
}

/**
 * Only sessions of the last month, like the checks. A session of more than a day is checked daily: its order may be too old
 * for the schedule of the checks. So is an order of more than a month, hourly on the first day of the session. Rows that
 * another transaction has locked are left for the next scan, so that two that lock several rows never wait for each other.
 */
const SCHEDULE = `
  with newest as (
    select l.order_id, max(s.created_at) as created_at
      from order_payment_collection l
      join payment_session s on s.payment_collection_id = l.payment_collection_id and s.deleted_at is null
     where l.order_id in (select order_id from gw_payment
                           where id = any (:ids) and route = 'storefront' and next_check_at is null)
       and l.deleted_at is null
       and s.provider_id = any (:providers) and s.status <> 'canceled'
       and s.created_at > now() - interval '30 days'
       and not exists (select from payment m where m.payment_session_id = s.id and m.deleted_at is null)
     group by l.order_id),
  locked as (
    select p.id, case when n.created_at <= now() - interval '1 day' then interval '1 day'
                      when p.created_at <= now() - interval '30 days' then interval '1 hour'
                      else interval '1 minute' end as pause
      from gw_payment p join newest n on n.order_id = p.order_id
     where p.id = any (:ids) and p.route = 'storefront' and p.next_check_at is null
     order by p.id for update of p skip locked)
  update gw_payment p set next_check_at = now() + locked.pause from locked where p.id = locked.id`

const storefront = (db: Knex, id: string, status: Payment["status"]) =>
  db("gw_payment").where({ id, route: "storefront", status })

const changed = (db: Knex) => ({ version: db.raw("version + 1"), updated_at: db.fn.now() })

/** Stores that a provider confirms a payment of the order later. Nothing is due if the order has no such session. */
export async function storeDeferred(
  trx: Knex.Transaction,
  { id, order_id, currency }: Pick<Payment, "id" | "order_id" | "currency">
): Promise<void> {
  const [session] = await deferredOf(trx, [String(order_id)])
  const amount = session && toMinorUnits(session.amount, currency)
  if (!amount) return
  const next_check_at = trx.raw("now() + interval '1 minute'")
  const processing = { status: "processing", intent: "preauth", amount, next_check_at }
  await trx("gw_payment")
    .where({ id })
    .update({ ...processing, updated_at: trx.fn.now() })
}

interface DeferredSession {
  readonly order_id: string
  /** In major units, as a decimal. */
  readonly amount: string
}

/** The payment sessions of orders that their providers have yet to confirm, the newest first. */
export async function deferredOf(db: Knex, orders: readonly string[]): Promise<DeferredSession[]> {
  if (!orders.length) return []
  const bindings = { orders: [...orders], bank: PAYMENT_PROVIDER_ID }
  return (await db.raw<{ rows: DeferredSession[] }>(SESSIONS, bindings)).rows
}

const SESSIONS = `
  select l.order_id, s.amount::text as amount
    from order_payment_collection l
    join payment_session s on s.payment_collection_id = l.payment_collection_id and s.deleted_at is null
   where l.order_id = any (:orders) and l.deleted_at is null and s.provider_id <> :bank
     and s.status = 'pending_authorization'
     and not exists (select from payment p where p.payment_session_id = s.id and p.deleted_at is null)
   order by s.created_at desc, s.id desc`
