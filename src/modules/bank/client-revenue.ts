import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { FunnelCount } from "../../domain/funnel"
import { type PeriodFilter, boundsOf } from "../../domain/period"
import { IS_PAID } from "./agent-revenue"
import type { ClientRevenue } from "./models/client-revenue"

/** The limit of rows for one statement. */
const AT_ONCE = 1000

/** Order counts and revenue by client, for the merchant's staff. */
export class ClientRevenueLedger {
  constructor(private readonly knex: Knex) {}

  /** The revenue of these clients, by currency. */
  async of(client_ids: readonly string[]): Promise<ClientRevenue[]> {
    const { rows } = await this.knex.raw<{ rows: ClientRevenue[] }>(REVENUE, [[...client_ids]])
    return rows
  }

  /**
   * Merges the rows that payments have added into one row per client and currency. Safe to run concurrently:
   * the totals stay the same.
   */
  async sumUp(): Promise<void> {
    for (let more = true; more;) {
      const { rowCount } = await this.knex.raw<{ rowCount: number }>(SUM_UP)
      more = rowCount === AT_ONCE
    }
  }

  /** The outcomes of the payments that agents requested in a period. */
  async outcomes({ client_id, currency, ...period }: PeriodFilter): Promise<FunnelCount[]> {
    const [begin, end] = boundsOf(period)
    const bindings = { begin, end, ...(client_id && { client_id }), ...(currency && { currency }) }
    const narrowed = `${client_id ? "and client_id = :client_id" : ""} ${currency ? "and currency = :currency" : ""}`
    const { rows } = await this.knex.raw<{ rows: Outcome[] }>(outcomes(narrowed), bindings)
    return rows.flatMap(stepsOf)
  }
}

interface Outcome extends FunnelCount {
  readonly sca_started: number
}

/** Every requested payment counts in the step `payments`, also a failed one. A free order has no payment. */
function stepsOf({ sca_started, ...outcome }: Outcome): FunnelCount[] {
  if (outcome.step === "free") return [outcome]
  const any = { ...outcome, code: null }
  return [{ ...any, step: "payments" }, { ...any, step: "sca_started", count: sca_started }, outcome]
}

const REVENUE = `
  select client_id, currency, sum(orders)::float8 as orders, sum(paid)::float8 as paid, sum(refunded)::float8 as refunded
    from gw_client_revenue where client_id = any(?)
   group by client_id, currency order by client_id, currency`

/** Rows that another transaction has locked are skipped. */
const SUM_UP = `
  with several as (
    select client_id, currency from gw_client_revenue group by client_id, currency having count(*) > 1 limit ${AT_ONCE}
  ), locked_rows as (
    select id from gw_client_revenue where (client_id, currency) in (select client_id, currency from several)
     order by id for update skip locked
  ), gone as (
    delete from gw_client_revenue t using locked_rows where t.id = locked_rows.id returning t.*
  )
  insert into gw_client_revenue (client_id, currency, orders, paid, refunded)
  select client_id, currency, sum(orders), sum(paid), sum(refunded) from gone group by client_id, currency`

/**
 * Payments are grouped first and named afterwards, so that a million rows are read once. The reason of a
 * cancellation is looked up only for canceled payments.
 */
const outcomes = (narrowed: string) => `
  select client_id, currency, step, code, sum(n)::float8 as count, sum(sca_started)::float8 as sca_started from (
    select client_id, currency, ${STEP} as step, case when not is_paid then decline_code end as code, n, sca_started
      from (
        select client_id, currency, status, ${IS_PAID} as is_paid, refunded_amount > 0 as is_refunded,
               case status when 'declined' then decline_code end as decline_code,
               count(*) as n, count(sca_started_at) as sca_started
          from gw_payment where ${requestedIn(narrowed)} and (${IS_PAID} or status not in ('canceled', 'voided', 'nothing_due'))
         group by 1, 2, 3, 4, 5, 6) grouped
    union all
    select client_id, currency, coalesce((
             select min(reason) from gw_bank_operation
              where payment_id = gw_payment.id and kind = 'void' and reason is not null), 'canceled_at_bank'),
           null, count(*), count(sca_started_at)
      from gw_payment
     where ${requestedIn(narrowed)} and not ${IS_PAID} and ${CANCELED}
     group by 1, 2, 3
  ) payments
  group by client_id, currency, step, code`

const requestedIn = (narrowed: string) =>
  `client_id is not null and created_at >= :begin and created_at < :end ${narrowed}`

const CANCELED = "status in ('canceled', 'voided')"

/* "Paid" means that the bank authorized the payment and the order was announced. */
const STEP = `
  case when status = 'nothing_due' then 'free'
       when is_paid then 'paid'
       when status in ('declined', 'expired') then status
       when status = 'manual_review' then 'in_review'
       when is_refunded then 'refunded_by_store'
       else 'pending' end`
