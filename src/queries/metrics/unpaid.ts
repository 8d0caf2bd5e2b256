import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Metric, gauge } from "../../domain/exposition"

interface Row {
  readonly orders: number
  readonly units: number
  readonly refused: number
}

/**
 * What open unpaid orders of agents hold, and how many orders the limits have refused in the last hour. The table has
 * only open orders, and the refusals come from an index of the audit log.
 */
export async function unpaidMetrics(knex: Knex): Promise<Metric[]> {
  const { rows } = await knex.raw<{ rows: [Row] }>(UNPAID)
  const [{ orders, units, refused }] = rows
  return [
    gauge("gw_unpaid_orders", "Open unpaid orders of agents that hold stock.", orders),
    gauge("gw_unpaid_units", "Units of stock that open unpaid orders of agents hold.", units),
    gauge("gw_unpaid_refused", "Refusals because unpaid orders hold too much, in the last hour.", refused),
  ]
}

const UNPAID = `
  select count(distinct payment_id)::int as orders, coalesce(sum(units), 0)::float8 as units,
         (select coalesce(sum(count), 0)::int from gw_audit
           where type = 'call_refused' and at > now() - interval '1 hour'
             and detail ->> 'reason' = 'unpaid_limit') as refused
    from gw_unpaid_hold`
