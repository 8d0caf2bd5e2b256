import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  customerVerdict,
  type RefundRules,
  type RefundVerdict,
  staffVerdict,
} from "../../domain/refund-rules"

/** A refund that a client requests. Minor units of `currency`. */
export interface RequestedRefund {
  /** The id of its bank operation, which its own budget does not count. */
  readonly id: string
  readonly client_id: string
  /** Who gave the client its consent: the merchant's staff or a customer. */
  readonly actor_type: "user" | "customer"
  /** Medusa's id; null for a payment without an order. */
  readonly order_id: string | null
  readonly amount: number
  readonly currency: string
}

/**
 * Whether the merchant's rules allow a refund at once. For a client that a customer authorized, locks the rules until
 * the transaction ends, so store the operation with `automatic_for` in this transaction: then all refunds of all
 * servers together stay within the limits.
 */
export async function refundVerdict(trx: Knex.Transaction, refund: RequestedRefund): Promise<RefundVerdict> {
  if (refund.actor_type === "user") return staffVerdict(await rulesIn(trx, ""))
  const rules = await rulesIn(trx, "for no key update")
  const { amount, currency } = refund
  return customerVerdict(rules, {
    amount,
    currency,
    refunded: await refundedToday(trx, refund),
    days_fulfilled: await daysFulfilled(trx, refund.order_id),
  })
}

async function rulesIn(trx: Knex.Transaction, lock: string): Promise<RefundRules> {
  const { rows } = await trx.raw<{ rows: { refunds: RefundRules }[] }>(
    `select refunds from gw_setting ${lock}`
  )
  const [row] = rows
  if (!row) throw new Error("gw_setting has no row: run the migrations")
  return row.refunds
}

/** Refunds that the bank refused do not count. Those that it has not answered do. */
async function refundedToday(trx: Knex.Transaction, { id, client_id, currency }: RequestedRefund) {
  const { rows } = await trx.raw<{ rows: { by_client: string; by_all: string }[] }>(REFUNDED, {
    id,
    client_id,
    currency,
  })
  const { by_client = 0, by_all = 0 } = rows[0] ?? {}
  return { by_client: Number(by_client), by_all: Number(by_all) }
}

const REFUNDED = `
  select coalesce(sum(o.amount), 0) as by_all,
         coalesce(sum(o.amount) filter (where o.automatic_for = :client_id), 0) as by_client
    from gw_bank_operation o join gw_payment p on p.id = o.payment_id
   where o.automatic_for is not null and o.created_at > now() - interval '24 hours'
     and o.status <> 'refused' and o.id <> :id and p.currency = :currency`

async function daysFulfilled(trx: Knex.Transaction, order_id: string | null): Promise<number | null> {
  const { rows } = await trx.raw<{ rows: { days: number | null }[] }>(FULFILLED, { order_id })
  return rows[0]?.days ?? null
}

/** A canceled fulfillment does not count: its items are still in the store. */
const FULFILLED = `
  select (extract(epoch from now() - max(coalesce(f.delivered_at, f.shipped_at, f.created_at))) / 86400)::float8 as days
    from order_fulfillment l join fulfillment f on f.id = l.fulfillment_id
   where l.order_id = :order_id and l.deleted_at is null and f.deleted_at is null and f.canceled_at is null`
