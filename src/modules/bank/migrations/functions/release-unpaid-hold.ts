/** Deletes the rows of a payment's order from `gw_unpaid_hold`, in the transaction that ends its unpaid time. */
export const RELEASE_UNPAID_HOLD = `
  create or replace function gw_unpaid_hold_release() returns trigger language plpgsql set search_path from current as $$
  begin
    delete from gw_unpaid_hold where payment_id = new.id;
    return null;
  end $$`

/** The order is unpaid while the bank may still authorize its payment, unless it was canceled. */
export const UNPAID_HOLD_TRIGGER = `gw_unpaid_hold_release after update of status, order_canceled_at on gw_payment
  for each row when (new.order_canceled_at is not null
    or new.status not in ('created', 'unknown', 'requires_action', 'processing'))
  execute function gw_unpaid_hold_release()`
