import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { toDecimal } from "../../domain/money"
import { decimalOf, toMinorUnits } from "../../lib/minor-units"
import { recordedSum } from "./recorded-sum"
import { strayTransactions } from "./stray-transactions"

/** The amounts of a payment at the bank, in Medusa's records and in the order. Decimals are in major units. */
export interface Books {
  readonly payment_id: string
  readonly currency: string
  /** The bank's amounts, in minor units. */
  readonly captured: number
  readonly refunded: number
  /** The sums of Medusa's captures and refunds. */
  readonly captures: string
  readonly refunds: string
  /** The sums of the order's transactions for this payment: captures (`booked_in`) and refunds (`booked_out`). */
  readonly booked_in: string
  readonly booked_out: string
  /** The number of the order's transactions whose capture or refund no longer exists. */
  readonly strays: number
  /** The sum of all transactions of the order, and the transaction total in the order's summary. */
  readonly transactions: string
  readonly summed: string
  /** Whether the payment collection's totals match its captures and refunds. */
  readonly is_collection_summed: boolean
}

/** The first difference in the books of a payment, as a sentence for the merchant. Null if they agree. */
export function differenceIn(books: Books): string | null {
  const { currency, captured, refunded, captures, refunds, booked_in, booked_out } = books
  if (!areRecordsRight(books))
    return `Medusa records ${captures} captured and ${refunds} refunded, the bank ${toDecimal(captured, currency)} and ${toDecimal(refunded, currency)}`
  if (!isSame(captures, booked_in) || !isSame(refunds, booked_out))
    return `Medusa records ${captures} captured and ${refunds} refunded, the order books ${booked_in} and ${booked_out}`
  if (books.strays)
    return `the order has ${books.strays} transactions of captures or refunds that do not exist`
  if (!isSame(books.transactions, books.summed))
    return `the order's transactions sum to ${books.transactions}, its summary contains ${books.summed}`
  return books.is_collection_summed
    ? null
    : "the payment collection's totals differ from the sums of its records"
}

/** Whether Medusa's records match the bank, so that the order can be corrected from them. */
export function areRecordsRight({ currency, captured, refunded, captures, refunds }: Books): boolean {
  return toMinorUnits(captures, currency) === captured && toMinorUnits(refunds, currency) === refunded
}

const isSame = (one: string, other: string) => decimalOf(one) === decimalOf(other)

/**
 * The books of the given payments. Omits payments without a Medusa payment or an order, and those for which work is in
 * progress: a pending effect, an operation without a known outcome, or a manual review.
 */
export async function booksOf(container: MedusaContainer, payment_ids: readonly string[]): Promise<Books[]> {
  if (!payment_ids.length) return []
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: Row[] }>(BOOKS, { payment_ids: [...payment_ids] })
  return rows.map((row) => ({
    ...row,
    captured: Number(row.captured),
    refunded: Number(row.refunded),
  }))
}

type Row = Omit<Books, "captured" | "refunded"> & { readonly captured: string; readonly refunded: string }

const recorded = (table: "capture" | "refund") =>
  `(select coalesce(sum(amount), 0)::text from ${table} where payment_id = m.id and deleted_at is null)`

const booked = (sign: 1 | -1) => `(
  select coalesce(sum(${sign} * t.amount), 0)::text from order_transaction t
   where t.order_id = p.order_id and t.deleted_at is null and ${sign} * t.amount > 0
     and t.reference_id in (
       select m.id union all select id from capture where payment_id = m.id
       union all select id from refund where payment_id = m.id))`

/** Medusa's payment of an order that is paid through another provider than the bank. None if the order has several payments. */
const PROVIDER_PAYMENT = `
  select min(o.id) from order_payment_collection l
    join payment o on o.payment_collection_id = l.payment_collection_id and o.deleted_at is null
   where p.route <> 'bank' and l.order_id = p.order_id and l.deleted_at is null
  having count(*) = 1`

const BOOKS = `
  select p.id as payment_id, p.currency, p.captured_amount as captured, p.refunded_amount as refunded,
         ${recorded("capture")} as captures, ${recorded("refund")} as refunds,
         ${booked(1)} as booked_in, ${booked(-1)} as booked_out,
         (select count(*)::int from (${strayTransactions("p.order_id")}) as stray) as strays,
         (select coalesce(sum(amount), 0)::text from order_transaction
           where order_id = p.order_id and deleted_at is null) as transactions,
         coalesce((select s.totals ->> 'transaction_total' from order_summary s
           where s.order_id = p.order_id and s.deleted_at is null order by s.version desc limit 1), '0') as summed,
         (coalesce(c.captured_amount, 0), coalesce(c.refunded_amount, 0))
           is not distinct from (${recordedSum("capture", "c.id")}, ${recordedSum("refund", "c.id")})
           as is_collection_summed
    from gw_payment p
    join payment m on m.deleted_at is null
     and (m.payment_session_id = p.session_id or m.id = (${PROVIDER_PAYMENT}))
    join payment_collection c on c.id = m.payment_collection_id
   where p.id = any(:payment_ids) and p.order_id is not null and p.status <> 'manual_review'
     and not exists (select from gw_effect e where e.payment_id = p.id and e.done_at is null)
     and not exists (
       select from gw_bank_operation o where o.payment_id = p.id and o.status in ('requested', 'unknown'))`
