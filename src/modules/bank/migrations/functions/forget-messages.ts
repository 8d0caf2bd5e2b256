/**
 * Removes the raw message and personal fields from every event about an erased payment or card, whichever
 * statement writes it. The fields that the reducer needs stay.
 */
export const FORGET_MESSAGES = `
  create or replace function gw_bank_event_forget() returns trigger language plpgsql set search_path from current as $$
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
