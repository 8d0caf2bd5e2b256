import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { retainedSince } from "../../domain/retention"
import { ANONYMOUS } from "./usage"

/** How many rows one transaction deletes. */
const AT_ONCE = 1000

/** Deletes audit entries whose retention period is over. */
export async function purgeAudit(knex: Knex): Promise<void> {
  for (let more = true; more;) {
    const { rowCount } = await knex.raw<{ rowCount: number }>(PURGE)
    more = rowCount === AT_ONCE
  }
}

/** Deletes the counts of callers without a token whose last day is over. */
export async function purgeAnonymous(knex: Knex): Promise<void> {
  await knex("gw_usage")
    .where("client_id", "like", `${ANONYMOUS}%`)
    .whereRaw("day_at < date_trunc('day', now(), 'UTC')")
    .delete()
}

/* Ids follow time, so it is enough to read the entries with the lowest ids. */
const PURGE = `
  delete from gw_audit where id = any (array(
    select id from (select id, last_at from gw_audit order by id limit ${AT_ONCE}) oldest
     where last_at < ${retainedSince("audit")}))`
