import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type ProviderPayment, type ProviderTotals, totalsOf } from "../../domain/provider-payment"
import { toMinorUnits } from "../../lib/minor-units"
import type { Payment } from "./models/payment"

/** How `created_by` begins in Medusa's record of a refund that the plugin requested; the operation's id follows. */
export const OPERATION_MARK = "gw_operation:"

/** The value of `created_by` in Medusa's record of the refund that an operation executes. */
export const operationMark = (operation_id: string): string => `${OPERATION_MARK}${operation_id}`

/** The order whose payments are read, and the currency of their amounts. */
export type Ordered = Pick<Payment, "order_id" | "currency">

type Amounts = readonly {
  readonly id: string
  readonly merchant_reference: string | null
  readonly amount: string
}[]

interface Row {
  readonly order_id: string
  readonly id: string
  readonly provider_id: string
  readonly amount: string
  readonly is_canceled: boolean
  readonly captures: Amounts
  readonly refunds: Amounts
}

/** The sums of the payments of each order that has any, by the order's id. */
export async function totalsOfOrders(
  db: Knex,
  orders: readonly Ordered[]
): Promise<Map<string, ProviderTotals>> {
  const totals = new Map<string, ProviderTotals>()
  for (const [order_id, payments] of await paymentsOf(db, orders)) {
    const sums = totalsOf(payments)
    if (sums) totals.set(order_id, sums)
  }
  return totals
}

/** The payments of each order, the oldest first, by the order's id. */
export async function paymentsOf(
  db: Knex,
  orders: readonly Ordered[]
): Promise<Map<string, ProviderPayment[]>> {
  const currencies = new Map(orders.map(({ order_id, currency }) => [String(order_id), currency]))
  const { rows } = await db.raw<{ rows: Row[] }>(PAYMENTS, { orders: [...currencies.keys()] })
  const found = new Map<string, ProviderPayment[]>()
  for (const row of rows) {
    const payment = toProviderPayment(row, String(currencies.get(row.order_id)))
    found.set(row.order_id, [...(found.get(row.order_id) ?? []), payment])
  }
  return found
}

function toProviderPayment({ id, provider_id, is_canceled, ...row }: Row, currency: string): ProviderPayment {
  const inMinor = (movements: Amounts) =>
    movements.map((movement) => ({ ...movement, amount: toMinorUnits(movement.amount, currency) }))
  const amount = toMinorUnits(row.amount, currency)
  return {
    id,
    provider_id,
    amount,
    is_canceled,
    captures: inMinor(row.captures),
    refunds: inMinor(row.refunds),
  }
}

/**
 * Medusa stores a capture or refund before it calls the provider, and deletes it if the call fails. It books the order's
 * transaction afterwards, with the id of the record, or of the payment when it cancels an order. So a record counts as
 * soon as it is booked. The transaction of a cancellation books only refunds of Medusa's own that were stored before it:
 * another one is still in progress. A payment that is captured completely has a mark, which Medusa also writes only after
 * the call.
 */
const recorded = (table: "capture" | "refund", is_known = "false") => `
  coalesce((
    select json_agg(json_build_object('id', coalesce(o.id, r.id), 'amount', r.amount::text,
                                      'merchant_reference', o.merchant_reference) order by r.created_at, r.id)
      from ${table} r
      left join gw_bank_operation o on r.created_by ^@ '${OPERATION_MARK}' and o.id = substr(r.created_by, ${OPERATION_MARK.length + 1})
     where r.payment_id = p.id and r.deleted_at is null
       and (${is_known} or exists (
         select from order_transaction t
          where t.order_id = l.order_id and t.reference = '${table}' and t.deleted_at is null
            and (t.reference_id = r.id
                 or t.reference_id = p.id and o.id is null and t.created_at >= r.created_at)))), '[]')`

/** The sum of a payment's captures or refunds in Medusa. */
const sumOf = (table: "capture" | "refund") =>
  `coalesce((select sum(amount) from ${table} where payment_id = p.id and deleted_at is null), 0)`

/**
 * A payment that ended before its cart became the order. It has a row of its own, or was canceled before, or Medusa has
 * refunded it in full and has booked none of its movements on the order.
 */
const ENDED_BEFORE = `
  coalesce(p.canceled_at < (select created_at from "order" where id = l.order_id), false) or
  exists (select from gw_payment g where g.merchant_reference = p.id and g.order_id is null)
  or ${sumOf("capture")} > 0 and ${sumOf("refund")} >= ${sumOf("capture")}
  and not exists (
    select from order_transaction t
     where t.order_id = l.order_id and t.deleted_at is null
       and (t.reference_id = p.id
            or t.reference_id in (select id from capture where payment_id = p.id
                                  union all select id from refund where payment_id = p.id)))`

/** Without the payments that the plugin's own provider has made: after an edit the rest may be paid through the bank. */
const PAYMENTS = `
  select l.order_id, p.id, p.provider_id, p.amount::text as amount, p.canceled_at is not null as is_canceled,
         ${recorded("capture", "p.captured_at is not null")} as captures, ${recorded("refund")} as refunds
    from order_payment_collection l
    join payment p on p.payment_collection_id = l.payment_collection_id and p.deleted_at is null
   where l.order_id = any(:orders) and l.deleted_at is null
     and not exists (select from gw_payment g where g.session_id = p.payment_session_id)
     and not (${ENDED_BEFORE})
   order by p.created_at, p.id`
