import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** How many are forgotten in one transaction. */
const AT_ONCE = 1000

/**
 * Forgets the tasks that ended a week ago and never waited for anything at the bank, with all that belongs to them. Where
 * money or a card is concerned, the task stays as long as those do.
 */
export async function purgeTasks(knex: Knex): Promise<void> {
  for (let more = true; more;) {
    const { rowCount } = await knex.raw<{ rowCount: number }>(PURGE)
    more = rowCount === AT_ONCE
  }
}

/* The states are written as in the index, which serves no parameter, and the ids gathered first: joined, the whole table is read. */
const PURGE = `
  delete from gw_task where id = any (array(
    select id from gw_task
     where waits_for is null and state in ('completed', 'failed', 'canceled')
       and updated_at < now() - interval '7 days'
     order by updated_at limit ${AT_ONCE} for update skip locked))`
