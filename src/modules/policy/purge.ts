import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { keptSince } from "../../domain/retention"

/** How many are forgotten in one transaction. */
const AT_ONCE = 1000

/** Forgets entries of the audit that are older than the merchant wants them kept. */
export async function purgeAudit(knex: Knex): Promise<void> {
  for (let more = true; more;) {
    const { rowCount } = await knex.raw<{ rowCount: number }>(PURGE)
    more = rowCount === AT_ONCE
  }
}

/* Entries come in the order of their time: the oldest are looked at, however many there are. */
const PURGE = `
  delete from gw_audit where id = any (array(
    select id from (select id, last_at from gw_audit order by id limit ${AT_ONCE}) oldest
     where last_at < ${keptSince("audit")}))`
