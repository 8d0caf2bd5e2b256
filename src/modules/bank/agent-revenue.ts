import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Period, boundsOf } from "../../domain/period"
import type { AgentRevenue, RevenueDay } from "../../domain/revenue-report"
import { TEST_CLIENT_IDS } from "../../domain/test-client"

/** What agents sold in a period, by day and by agent, for the merchant's staff. Read-only. */
export class AgentRevenueReader {
  constructor(private readonly knex: Knex) {}

  /** The payments that agents requested in a period, by day (UTC) and currency. A day without payments is absent. */
  async days(period: Period): Promise<RevenueDay[]> {
    const { rows } = await this.knex.raw<{ rows: RevenueDay[] }>(DAYS, bindingsOf(period))
    return rows
  }

  /** The agents with the highest revenue in a period, at most `limit` in each currency. */
  async topAgents(period: Period, limit: number): Promise<AgentRevenue[]> {
    const { rows } = await this.knex.raw<{ rows: AgentRevenue[] }>(AGENTS, { ...bindingsOf(period), limit })
    return rows
  }
}

function bindingsOf(period: Period) {
  const [begin, end] = boundsOf(period)
  return { begin, end, tests: [...TEST_CLIENT_IDS] }
}

/** Orders with nothing to pay are no payments. The index `gw_payment_outcome` has all the columns. */
const REQUESTED = `
  gw_payment where client_id is not null and created_at >= :begin and created_at < :end
   and status <> 'nothing_due' and client_id <> all(:tests)`

/** The order was announced, and its payment neither waits for its provider nor has ended without money. */
export const IS_PAID = `(announced_at is not null and status not in ('processing', 'declined', 'canceled'))`

const SUMS = `
  sum(captured_amount - refunded_amount)::float8 as revenue, (count(*) filter (where ${IS_PAID}))::integer as paid`

/** The same payments as the funnel's reasons of `DROP_REASONS`. */
const NOT_PAID = `
  not ${IS_PAID}
  and (status in ('declined', 'expired', 'canceled', 'voided', 'manual_review') or refunded_amount > 0)`

const DAYS = `
  select to_char(date, 'YYYY-MM-DD') as day, currency, revenue, paid, not_paid from (
    select (created_at at time zone 'UTC')::date as date, currency, ${SUMS},
           count(*) filter (where ${NOT_PAID})::integer as not_paid
      from ${REQUESTED} group by 1, 2
  ) days order by day, currency`

const AGENTS = `
  select client_id, currency, revenue, paid from (
    select *, row_number() over (partition by currency order by revenue desc, paid desc, client_id) as rank from (
      select client_id, currency, ${SUMS} from ${REQUESTED} group by client_id, currency
    ) agents where paid > 0
  ) ranked where rank <= :limit order by currency, rank`
