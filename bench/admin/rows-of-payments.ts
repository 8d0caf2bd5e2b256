import { AT, CLIENT, FEW_AND_FAR, PAYMENT } from "./numbering"

const ROWS = "generate_series(1, $1::integer) n"

/** One of forty payments is in each of these states; all others are captured. */
const STATUS = `
  coalesce((array['created', 'unknown', 'requires_action', 'processing', 'authorized', 'partially_captured', 'declined',
                  'canceled', 'expired', 'voided', 'manual_review'])[1 + n / 10 % 40], 'captured')`

/**
 * Payments with their bank operations and notifications, and the tasks that waited for them. No check at the bank is
 * scheduled.
 */
export const PAYMENTS = {
  gw_payment: `
    insert into gw_payment (id, merchant_reference, bank_payment_id, origin, client_id, cart_id, order_id, shop_order_id,
                            order_reference, intent, status, version, amount, captured_amount, refunded_amount, currency,
                            description, customer_email, card_brand, card_last4, decline_code, review_reason,
                            idempotency_key, provisioned_at, sca_started_at, announced_at, next_check_at, created_at)
    select ${PAYMENT}, 'gwp_bench_' || n, 'bank_bench_' || n, case when n % 10 = 9 then 'cart' else 'order' end, ${CLIENT},
           case when n % 10 in (2, 3) then 'cart_bench_' || n end, 'order_bench_' || n, 1000000 + n, 'ref-' || n, 'sale', status,
           1, 1500, case when is_paid then 1500 else 0 end, case when is_paid and n % 25 = 1 then 500 else 0 end,
           case when n / 10 % 7 = 0 then 'RON' else 'EUR' end, 'Bench', 'shopper' || n % 1000 || '@buyers.example',
           'visa', '1111', case status when 'declined' then 'do_not_honour' end,
           case when n % ${FEW_AND_FAR} = 0 then 'Bench' end, gen_random_uuid(), ${AT}, ${AT},
           case when is_paid then ${AT} end, null, ${AT}
    from ${ROWS}, lateral (select ${STATUS}) s (status), lateral (select status = 'captured') p (is_paid)`,
  gw_client_revenue: `
    insert into gw_client_revenue (client_id, currency, orders, paid, refunded)
    select ${CLIENT}, case when n / 10 % 7 = 0 then 'RON' else 'EUR' end, count(*), count(*) * 1500,
           count(*) filter (where n % 25 = 1) * 500
    from ${ROWS}, lateral (select ${STATUS}) s (status) where status = 'captured' and n % 10 <> 9 group by 1, 2`,
  gw_task: `
    insert into gw_task (id, client_id, skill_id, state, artifacts, waits_for, request_hash, seq, created_at, updated_at)
    select 'task_bench_' || n, client_id, case when n % 40 = 5 then 'charge_card' else 'create_payment' end,
           case when status = 'requires_action' then 'input-required' when status in ('declined', 'expired') then 'failed'
                when status in ('canceled', 'voided') then 'canceled' else 'completed' end,
           json_build_object('payment_id', ${PAYMENT}, 'shop_order_id', 1000000 + n), ${PAYMENT}, 'bench', 3, ${AT}, ${AT}
    from ${ROWS}, lateral (select ${CLIENT}, ${STATUS}) p (client_id, status) where client_id is not null`,
  gw_task_event: `
    insert into gw_task_event (task_id, seq, type, state, artifacts, at)
    select 'task_bench_' || n, past.seq, past.type, past.state, '{}', ${AT}
    from ${ROWS}, (values (1, 'task', 'submitted'), (2, 'task.status', 'working'), (3, 'task.status', 'completed'))
      past (seq, type, state)
    where n % 10 <> 9`,
  gw_effect: `
    insert into gw_effect (payment_id, key, effect, done_at, created_at)
    select ${PAYMENT}, key, key, ${AT}, ${AT} from ${ROWS}, unnest('{action_required,captured}'::text[]) key`,
  gw_bank_event: `
    insert into gw_bank_event (event_id, sequence, type, payload, snapshot, received_at, processed_at, verdict)
    select 'evt_bench_' || n, $1::integer - n, 'payment.captured', repeat('x', 300),
           jsonb_build_object('merchant_reference', 'gwp_bench_' || n, 'status', 'captured'), ${AT}, ${AT}, 'applied'
    from ${ROWS}`,
  gw_bank_operation: `
    insert into gw_bank_operation (id, payment_id, kind, merchant_reference, idempotency_key, amount, reason, status, created_at)
    select 'op_bench_' || n, ${PAYMENT}, case when status = 'canceled' then 'void' else 'refund' end, 'gwo_bench_' || n,
           gen_random_uuid(), case when status <> 'canceled' then 500 end, case status when 'canceled' then 'agent' end,
           'done', ${AT}
    from ${ROWS}, lateral (select ${STATUS}) s (status)
    where status = 'canceled' or status = 'captured' and n % 25 = 1`,
  gw_review: `
    insert into gw_review (payment_id, reason, source, opened_at)
    select ${PAYMENT}, 'Bench', 'bench', ${AT} from ${ROWS} where n % ${FEW_AND_FAR} = 0`,
  gw_session: `
    insert into gw_session (id, kind, client_id, requested, quote, cart_id, payment_id, ordered_at, expires_at, created_at)
    select 'chs_bench_' || n, 'checkout', ${CLIENT}, '{}', '{"currency": "EUR"}', 'cart_bench_' || n, ${PAYMENT}, ${AT},
           ${AT} + interval '1 hour', ${AT}
    from ${ROWS} where n % 10 in (2, 3)`,
  gw_funnel: `
    insert into gw_funnel (day, client_id, currency, step, count)
    select ((${AT}) at time zone 'utc')::date, ${CLIENT}, case step when 'searches' then '' else 'EUR' end, step, count(*)
    from ${ROWS}, unnest('{searches,carts,checkouts}'::text[]) step where n % 10 in (2, 3)
    group by 1, 2, 3, 4`,
} as const
