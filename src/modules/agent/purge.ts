import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { retainedSince } from "../../domain/retention"

/** How many rows one transaction deletes. */
const AT_ONCE = 1000

/**
 * Deletes ended tasks that never waited for a payment, card or operation; other tasks stay as long as those
 * records do. Deletes expired sessions unless their order was announced, their payment is not settled, or their cart is
 * still checked for a payment in the storefront, and expired idempotency records.
 */
export async function purge(knex: Knex): Promise<void> {
  for (const statement of [TASKS, SESSIONS, KEYS])
    for (let more = true; more;) {
      const { rowCount } = await knex.raw<{ rowCount: number }>(statement)
      more = rowCount === AT_ONCE
    }
}

/*
 * The states are literals, because PostgreSQL cannot use the partial index with a parameter. The ids are
 * collected first, because a join would read the whole table.
 */
const TASKS = `
  delete from gw_task where id = any (array(
    select id from gw_task
     where waits_for is null and state in ('completed', 'failed', 'canceled')
       and updated_at < ${retainedSince("tasks")}
     order by updated_at limit ${AT_ONCE} for update skip locked))`

/** The phases of an attempt to pay other than failed, as in `phaseOf` (src/domain/checkout.ts). */
const PAID_OR_PENDING = `(p.announced_at is not null
  or p.status not in ('declined', 'canceled', 'expired', 'voided')
     and (p.refunded_amount = 0 or exists (
       select from gw_effect e
        where e.payment_id = p.id and e.effect in ('authorized', 'captured') and e.done_at is null)))`

const SESSIONS = `
  delete from gw_session where id = any (array(
    select s.id from gw_session s
     where s.expires_at < ${retainedSince("sessions")}
       and not exists (select from gw_payment p where p.id = s.payment_id and ${PAID_OR_PENDING})
       and not exists (select from gw_storefront_hand_off h
                        where h.session_id = s.id and h.order_id is null and h.next_check_at is not null)
     order by s.expires_at limit ${AT_ONCE} for update of s skip locked))`

/** Idempotency records are kept for seven days. This is a promise to clients, so it is not configurable. */
const KEYS = `
  delete from gw_idempotency where ctid = any (array(
    select ctid from gw_idempotency
     where created_at < now() - interval '7 days'
     order by created_at limit ${AT_ONCE} for update skip locked))`
