import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { keptSince } from "../../domain/retention"

/** How many are forgotten in one transaction. */
const AT_ONCE = 1000

/**
 * Forgets what the bank has sent to the letter, when the merchant does not want it kept any longer. Which event it was and
 * what was made of it stays for ever: it counts once, also when it comes again after years.
 */
export async function purgeMessages(knex: Knex): Promise<void> {
  for (let more = true; more;) {
    const { rowCount } = await knex.raw<{ rowCount: number }>(PURGE)
    more = rowCount === AT_ONCE
  }
}

/* As the index is written, which serves no other words. */
const PURGE = `
  update gw_bank_event set payload = ''
   where event_id = any (array(
     select event_id from gw_bank_event
      where payload <> '' and processed_at is not null and received_at < ${keptSince("bank_messages")}
      order by received_at limit ${AT_ONCE} for update skip locked))`
