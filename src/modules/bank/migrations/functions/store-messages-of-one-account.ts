/** The function `gw_store_messages` of the version before accounts, which the revert of their migration restores. */
export const STORE_MESSAGES_OF_ONE_ACCOUNT = `
  create or replace function gw_store_messages(p_messages json) returns table (index integer, outcome text)
  language plpgsql set search_path from current as $$
  declare
    message record;
  begin
    for message in
      select * from json_to_recordset(p_messages) as m (
        index integer, issuer text, jti text, expires_at timestamptz, event_id text, sequence bigint, type text,
        payload text, snapshot jsonb, token jsonb)
      order by event_id, issuer, jti
    loop
      index := message.index;
      outcome := 'replayed';
      insert into gw_bank_nonce (issuer, jti, expires_at) values (message.issuer, message.jti, message.expires_at)
      on conflict do nothing;
      if found then
        insert into gw_bank_event (event_id, sequence, type, payload, snapshot, token, processed_at, verdict)
        values (message.event_id, message.sequence, message.type, message.payload, message.snapshot, message.token,
                case when coalesce(message.snapshot, message.token) is null then now() end,
                case when coalesce(message.snapshot, message.token) is null then 'ignored' end)
        on conflict do nothing;
        outcome := case when found then 'stored' else 'duplicate' end;
      end if;
      return next;
    end loop;
  end $$`
