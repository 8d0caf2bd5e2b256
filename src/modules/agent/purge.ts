import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { keptSince } from "../../domain/retention"

/** How many are forgotten in one transaction. */
const AT_ONCE = 1000

/**
 * Forgets the tasks that ended and never waited for anything at the bank, with all that belongs to them: where money or a
 * card is concerned, the task stays as long as those do. Sessions nobody comes back to: what was bought stays. And keys
 * nobody comes back with any more.
 */
export async function purge(knex: Knex): Promise<void> {
  for (const statement of [TASKS, SESSIONS, KEYS])
    for (let more = true; more;) {
      const { rowCount } = await knex.raw<{ rowCount: number }>(statement)
      more = rowCount === AT_ONCE
    }
}

/* The states are written as in the index, which serves no parameter, and the ids gathered first: joined, the whole table is read. */
const TASKS = `
  delete from gw_task where id = any (array(
    select id from gw_task
     where waits_for is null and state in ('completed', 'failed', 'canceled')
       and updated_at < ${keptSince("tasks")}
     order by updated_at limit ${AT_ONCE} for update skip locked))`

const SESSIONS = `
  delete from gw_session where id = any (array(
    select s.id from gw_session s
     where s.expires_at < ${keptSince("sessions")}
       and not exists (select from gw_payment p where p.id = s.payment_id and p.announced_at is not null)
     order by s.expires_at limit ${AT_ONCE} for update of s skip locked))`

/** What is answered alike for seven days is a promise, and no setting. */
const KEYS = `
  delete from gw_idempotency where ctid = any (array(
    select ctid from gw_idempotency
     where created_at < now() - interval '7 days'
     order by created_at limit ${AT_ONCE} for update skip locked))`
