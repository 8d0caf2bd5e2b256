import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { BankFile } from "../../domain/bank-file/bank-file"
import type { KnownPayment } from "../../domain/bank-file/known-payment"
import { type KnownMovement, netOf } from "../../domain/bank-file/movements"
import { toMinorUnits } from "../../lib/minor-units"
import { type Books, booksOf } from "./books"

/** How many payments a comparison reads at most. */
export const MOST_COMPARED_PAYMENTS = 50_000

/** An authorization is captured within 30 days, and a refund may follow. Older payments are compared if the file has them. */
const DAYS_BEFORE = 35

const BATCH = 500

/**
 * The payments that a bank's file lists, and those that it may have to list: payments of the bank in the currencies of
 * the file, with captures or refunds in its period, that were created during the period or up to 35 days before. If the
 * file lists payments of the plugin, only those of their bank accounts: each bank lists its own. Undefined if there are
 * more than `MOST_COMPARED_PAYMENTS`.
 */
export async function paymentsOfFile(
  container: MedusaContainer,
  { operations, currencies, period }: BankFile
): Promise<KnownPayment[] | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const references = [...new Set(operations.map(({ reference }) => reference))]
  const ids = new Set<string>()
  const accounts = new Set<string>()
  for (const some of batchesOf(references)) {
    const { rows } = await knex.raw<Listed>(LISTED, { references: [...some] })
    for (const { id, bank_account } of rows) {
      ids.add(id)
      accounts.add(bank_account)
    }
  }
  if (period) {
    const [begin, end] = [new Date(period.begin), new Date(period.end)]
    const among = {
      currencies: [...currencies],
      accounts: [...accounts],
      begin,
      end,
      days: DAYS_BEFORE,
      most: MOST_COMPARED_PAYMENTS + 1,
    }
    const { rows } = await knex.raw<Ids>(EXPECTED, among)
    for (const { id } of rows) ids.add(id)
  }
  if (ids.size > MOST_COMPARED_PAYMENTS) return undefined
  const payments: KnownPayment[] = []
  for (const some of batchesOf([...ids].sort())) payments.push(...(await read(container, knex, some)))
  return payments
}

async function read(container: MedusaContainer, knex: Knex, ids: readonly string[]): Promise<KnownPayment[]> {
  const { rows } = await knex.raw<{ rows: Row[] }>(PAYMENTS, { ids: [...ids] })
  const books = new Map((await booksOf(container, ids)).map((one) => [one.payment_id, one]))
  return rows.map(({ references, movements, ...row }) => {
    const known = movements ?? []
    return {
      ...row,
      references: references.filter((reference) => reference !== null),
      movements: known,
      medusa: medusaSums(books.get(row.id), known),
    }
  })
}

/** Null if the payment was changed between the two statements. */
function medusaSums(books: Books | undefined, movements: readonly KnownMovement[]): KnownPayment["medusa"] {
  if (!books || books.captured - books.refunded !== netOf(movements)) return null
  const sum = (recorded: string) => toMinorUnits(recorded, books.currency)
  return { captured: sum(books.captures), refunded: sum(books.refunds) }
}

function* batchesOf(all: readonly string[]): Generator<readonly string[], void> {
  for (let at = 0; at < all.length; at += BATCH) yield all.slice(at, at + BATCH)
}

interface Ids {
  readonly rows: readonly { readonly id: string }[]
}

interface Listed {
  readonly rows: readonly { readonly id: string; readonly bank_account: string }[]
}

type Row = Omit<KnownPayment, "references" | "movements" | "medusa"> & {
  readonly references: readonly (string | null)[]
  readonly movements: readonly KnownMovement[] | null
}

/** Each reference is looked up in its own index. */
const LISTED = `
  select id, bank_account from gw_payment
   where route = 'bank' and (merchant_reference = any(:references) or bank_payment_id = any(:references) or id = any(:references))
   union
  select p.id, p.bank_account from gw_bank_operation o join gw_payment p on p.id = o.payment_id
   where p.route = 'bank' and o.merchant_reference = any(:references)`

/** A sale that was created before the period may have been refunded within it, an authorization captured. */
const EXPECTED = `
  select id from gw_payment
   where route = 'bank' and currency = any(:currencies) and captured_amount > 0
     and (cardinality(cast(:accounts as text[])) = 0 or bank_account = any(:accounts))
     and created_at between cast(:begin as timestamptz) - make_interval(days => :days) and :end
     and (created_at >= :begin or intent = 'preauth' or refunded_amount > 0)
   order by created_at
   limit :most`

const milliseconds = (time: string) => `floor(extract(epoch from ${time}) * 1000)`

/**
 * A movement was executed after it was requested, or after the payment was created, and before the store recorded the
 * bank's report of it. A sale has no movement in its effect, because it is its own capture.
 */
const PAYMENTS = `
  select p.id, p.order_id, p.shop_order_id, p.currency, p.review_reason is not null as needs_review,
         coalesce(p.bank_payment_id, p.merchant_reference) as reference,
         array[p.id, p.merchant_reference, p.bank_payment_id]
           || array(select o.merchant_reference from gw_bank_operation o where o.payment_id = p.id) as references,
         (select json_agg(json_build_object(
                   'kind', case e.effect when 'refund' then 'refund' else 'capture' end,
                   'amount', coalesce((e.movement ->> 'amount')::bigint, p.captured_amount),
                   'earliest', ${milliseconds("coalesce(o.created_at, p.created_at)")},
                   'latest', ${milliseconds("e.created_at")}) order by e.id)
            from gw_effect e
            left join gw_bank_operation o
              on o.payment_id = p.id and o.merchant_reference = e.movement ->> 'merchant_reference'
           where e.payment_id = p.id and e.effect in ('captured', 'capture', 'refund')) as movements
    from gw_payment p
   where p.id = any(:ids)
   order by p.created_at, p.id`
