import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { retainedSince } from "../../domain/retention"

/** How many rows one transaction deletes. */
const AT_ONCE = 1000

/**
 * Deletes ended deliveries after their retention period, events without deliveries, and platform subscriptions
 * of deleted sessions.
 */
export async function purge(knex: Knex): Promise<void> {
  for (const statement of [DELIVERIES, EVENTS, PLATFORMS])
    for (let more = true; more;) {
      const { rowCount } = await knex.raw<{ rowCount: number }>(statement)
      more = rowCount === AT_ONCE
    }
}

const DELIVERIES = `
  delete from gw_webhook_delivery where id = any (array(
    select id from gw_webhook_delivery
     where ended_at < ${retainedSince("delivered_webhooks")}
       and (state = 'delivered' or ended_at < ${retainedSince("dead_webhooks")})
     order by ended_at limit ${AT_ONCE} for update skip locked))`

const EVENTS = `
  delete from gw_webhook_event where id = any (array(
    select e.id from gw_webhook_event e
     where e.created_at < ${retainedSince("delivered_webhooks")}
       and not exists (select from gw_webhook_delivery d where d.event_id = e.id)
     order by e.created_at limit ${AT_ONCE} for update skip locked))`

const PLATFORMS = `
  delete from gw_webhook_platform where session_id = any (array(
    select p.session_id from gw_webhook_platform p
     where p.noted_at < ${retainedSince("delivered_webhooks")}
       and not exists (select from gw_session s where s.id = p.session_id)
     limit ${AT_ONCE}))`
