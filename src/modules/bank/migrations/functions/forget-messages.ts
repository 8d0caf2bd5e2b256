/**
 * What the bank says of a payment or card that was erased is heard, and not kept to the letter: whichever statement writes
 * it down. What is left is what the reducer needs.
 */
export const FORGET_MESSAGES = `
  create or replace function gw_bank_event_forget() returns trigger language plpgsql as $$
  begin
    if new.snapshot is not null and exists (
      select from gw_payment where merchant_reference = new.snapshot ->> 'merchant_reference' and erasure_id is not null)
    then
      new.payload := '';
      new.snapshot := jsonb_set(new.snapshot, '{next_action}', 'null');
    elsif new.token is not null and exists (
      select from gw_card_token where merchant_reference = new.token ->> 'merchant_reference' and erasure_id is not null)
    then
      new.payload := '';
      new.token := new.token || '{"next_action": null, "customer_reference": null}';
    end if;
    return new;
  end $$`
