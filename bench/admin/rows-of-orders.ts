import { AT } from "./numbering"

/** Medusa's own orders of the payments. Without items and addresses, Medusa's list has less to read. */
export const ORDERS = {
  order: `
    insert into "order" (id, display_id, region_id, sales_channel_id, status, email, currency_code, created_at, updated_at)
    select 'order_bench_' || n, 1000000 + n, (select min(id) from region), (select min(id) from sales_channel), 'pending',
           'shopper' || n % 1000 || '@buyers.example', case when n / 10 % 7 = 0 then 'ron' else 'eur' end, ${AT}, ${AT}
    from generate_series(1, $1::integer) n`,
  order_summary: `
    insert into order_summary (id, order_id, totals)
    select 'ordsum_bench_' || n, 'order_bench_' || n, '{"paid_total": 15, "current_order_total": 15}'
    from generate_series(1, $1::integer) n`,
} as const
