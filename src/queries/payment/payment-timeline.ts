import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Payment } from "../../modules/bank/models/payment"
import type { TimelineEntry } from "../../modules/bank/models/timeline"

/**
 * The whole history of a payment in chronological order, from the request to the last webhook. One statement,
 * in which every part uses an index. Contains no secrets and no links for the customer.
 */
export async function timelineOf(
  container: MedusaContainer,
  { id, order_id }: Payment,
  session_id: string | null
): Promise<TimelineEntry[]> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw<{ rows: TimelineEntry[] }>(TIMELINE, { id, order_id, session_id })
  return rows.map(({ at, kind, code, detail }) => ({ at, kind, code, detail }))
}

const REQUEST = `
  select created_at as at, 0 as rank, 'request' as kind,
         case when client_id is null then 'storefront' when card_token_id is not null then 'charge'
              when cart_id is not null then 'checkout' else 'agent' end as code,
         jsonb_build_object('amount', amount, 'currency', currency, 'intent', intent, 'client_id', client_id) as detail
    from payment`

const TASKS = `
  select e.at, 1, 'task', e.state, jsonb_build_object('task_id', t.id, 'skill_id', t.skill_id)
    from gw_task t join gw_task_event e on e.task_id = t.id and e.type in ('task', 'task.status')
   where t.waits_for = any (array(select id from payment union all select id from operation))`

/** A bank may accept a movement and execute it later. It is executed once the bank has reported it. */
const IS_MADE = `
  case o.kind
    when 'void' then p.status not in ('created', 'unknown', 'requires_action', 'processing', 'authorized', 'partially_captured')
    else exists (select from effect e
                  where e.effect = o.kind and e.movement ->> 'merchant_reference' = o.merchant_reference)
  end`

const CALLS = `
  select o.created_at, 2, 'call', o.kind,
         jsonb_build_object('operation_id', o.id, 'amount', o.amount, 'reason', o.reason, 'by', coalesce(u.email, o.requested_by),
           'from', case when o.requested_by is not null then 'staff' when o.medusa_id is not null then 'medusa' else 'agent' end)
    from operation o left join "user" u on u.id = o.requested_by
  union all
  select o.updated_at, 5, 'answer', case when o.status = 'done' and not (${IS_MADE}) then 'accepted' else o.status end,
         jsonb_build_object('operation_id', o.id, 'call', o.kind, 'amount', o.amount, 'error_code', o.error_code)
    from operation o, payment p where o.status <> 'requested'`

/** Customer authentication has ended when the next effect was recorded. */
const SCA = `
  select created_at, 4, 'sca', 'started', '{}'::jsonb from effect where effect = 'action_required'
  union all
  select ended.* from payment p, lateral (
    select e.created_at, 4, 'sca', case when e.effect in ('authorized', 'captured') then 'approved' else 'failed' end,
           jsonb_strip_nulls(jsonb_build_object('code', p.decline_code, 'message', p.decline_message))
      from effect e where e.effect in ('authorized', 'captured', 'voided', 'failed') order by e.id limit 1) ended
   where exists (select from effect where effect = 'action_required')`

const MESSAGES = `
  select m.received_at, 3, 'message', m.type, jsonb_build_object(
           'event_id', m.event_id, 'verdict', m.verdict, 'processed_at', m.processed_at)
    from gw_bank_event m join payment p on m.snapshot ->> 'merchant_reference' = p.merchant_reference`

const EFFECTS = `
  select coalesce(done_at, created_at), 6, 'effect', effect, jsonb_build_object(
           'key', key, 'attempts', attempts, 'error', last_error, 'amount', (movement ->> 'amount')::bigint,
           'state', case when done_at is not null then 'done' when last_error is not null then 'failing' else 'pending' end)
    from effect`

const ORDER = `
  select announced_at, 7, 'order', 'announced', jsonb_build_object('order_id', order_id, 'shop_order_id', shop_order_id)
    from payment where announced_at is not null`

const REVIEWS = `
  select opened_at, 8, 'review', 'opened', jsonb_build_object('reason', reason, 'difference', difference)
    from gw_review where payment_id = :id
  union all
  select r.resolved_at, 9, 'review', 'resolved', jsonb_build_object(
           'reason', r.reason, 'difference', r.difference, 'note', r.note, 'by', coalesce(u.email, r.resolved_by))
    from gw_review r left join "user" u on u.id = r.resolved_by
   where r.payment_id = :id and r.resolved_at is not null`

/** At most the last 200 events. Events of the same change are sorted as they are sent, those of the order first. */
const WEBHOOKS = `
  select w.created_at, 10 + row_number() over (order by w.created_at, w.aggregate is distinct from :order_id, w.sequence),
         'webhook', w.type, jsonb_build_object('event_id', w.id, 'deliveries', (
           select coalesce(jsonb_agg(jsonb_build_object(
                    'url', s.url, 'state', d.state, 'attempts', d.attempt, 'last_status', d.last_status,
                    'last_error', d.last_error, 'ended_at', d.ended_at) order by d.created_at), '[]')
             from gw_webhook_delivery d join gw_webhook_subscription s on s.id = d.subscription_id
            where d.event_id = w.id))
    from (
      select * from gw_webhook_event
       where aggregate in (cast(:order_id as text), cast(:session_id as text))
       order by created_at desc limit 200) w`

const TIMELINE = `
  with payment as (select * from gw_payment where id = :id),
       operation as (select * from gw_bank_operation where payment_id = :id),
       effect as (select * from gw_effect where payment_id = :id)
  select at, kind, code, detail from (
    ${[REQUEST, TASKS, CALLS, SCA, MESSAGES, EFFECTS, ORDER, REVIEWS, WEBHOOKS].join("\n union all \n")}
  ) happened order by at, rank`
