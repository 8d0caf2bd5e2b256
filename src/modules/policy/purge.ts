import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { retainedSince } from "../../domain/retention"
import { ANONYMOUS } from "./usage"

/** How many rows one transaction deletes. */
const AT_ONCE = 1000

/** Deletes audit entries whose retention period is over. */
export const purgeAudit = (knex: Knex): Promise<void> => inBatches(knex, AUDIT)

/** Deletes the counts of callers without a token whose last day is over. A count that a call is changing stays. */
export const purgeAnonymous = (knex: Knex): Promise<void> => inBatches(knex, COUNTS)

async function inBatches(knex: Knex, statement: string): Promise<void> {
  for (let more = true; more;) {
    const { rowCount } = await knex.raw<{ rowCount: number }>(statement)
    more = rowCount === AT_ONCE
  }
}

/* Ids follow time, so it is enough to read the entries with the lowest ids. */
const AUDIT = `
  delete from gw_audit where id = any (array(
    select id from (select id, last_at from gw_audit order by id limit ${AT_ONCE}) oldest
     where last_at < ${retainedSince("audit")}))`

const COUNTS = `
  delete from gw_usage where client_id = any (array(
    select client_id from gw_usage
     where client_id like '${ANONYMOUS}%' and day_at < date_trunc('day', now(), 'UTC')
     order by client_id limit ${AT_ONCE} for update skip locked))`
