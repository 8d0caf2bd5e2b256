import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { retainedSince } from "../../domain/retention"

/** How many rows one transaction changes. */
const AT_ONCE = 1000

/**
 * Deletes the raw bank messages whose retention period is over. The event's id and result stay forever, so
 * that the event is not processed again if the bank resends it years later.
 */
export async function purgeMessages(knex: Knex): Promise<void> {
  for (let more = true; more;) {
    const { rowCount } = await knex.raw<{ rowCount: number }>(PURGE)
    more = rowCount === AT_ONCE
  }
}

/* The condition must match the index literally, otherwise PostgreSQL does not use the index. */
const PURGE = `
  update gw_bank_event set payload = ''
   where event_id = any (array(
     select event_id from gw_bank_event
      where payload <> '' and processed_at is not null and received_at < ${retainedSince("bank_messages")}
      order by received_at limit ${AT_ONCE} for update skip locked))`
