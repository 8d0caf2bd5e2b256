/**
 * An amount that the client's revenue already includes. A customer's payment has no client before it becomes an agent's, so
 * all of it is added then.
 */
const counted = (value: string) => `case when old.client_id is null then 0 else ${value} end`

/**
 * Adds to a client's revenue in the transaction that changes its payment. Each change inserts a row, so that
 * payments of one client never block each other. `ClientRevenueLedger.sumUp` merges the rows.
 */
export const RECORD_REVENUE = `
  create or replace function gw_client_revenue_record() returns trigger language plpgsql set search_path from current as $$
  begin
    insert into gw_client_revenue (client_id, currency, orders, paid, refunded)
    values (coalesce(new.client_id, old.client_id), coalesce(new.currency, old.currency),
            (new.announced_at is not null)::integer - ${counted("(old.announced_at is not null)::integer")},
            coalesce(new.captured_amount, 0) - ${counted("old.captured_amount")},
            coalesce(new.refunded_amount, 0) - ${counted("old.refunded_amount")});
    return null;
  end $$`

const hasRevenue = (row: "new" | "old") =>
  `${row}.client_id is not null and (${row}.announced_at is not null or ${row}.captured_amount > 0)`

const revenueOf = (row: "new" | "old") =>
  `(${row}.client_id, ${row}.announced_at is not null, ${row}.captured_amount, ${row}.refunded_amount)`

/** Triggers for every way in which a payment's revenue can change. */
export const REVENUE_TRIGGERS = [
  `gw_client_revenue_begun after insert on gw_payment for each row when (${hasRevenue("new")})`,
  `gw_client_revenue_changed after update on gw_payment for each row
     when (new.client_id is not null and ${revenueOf("old")} is distinct from ${revenueOf("new")})`,
  `gw_client_revenue_forgotten after delete on gw_payment for each row when (${hasRevenue("old")})`,
]
