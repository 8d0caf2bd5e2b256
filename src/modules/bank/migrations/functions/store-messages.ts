/**
 * Stores any number of verified notifications in one statement. A repeated signed message returns `replayed`,
 * and a repeated event in another message `duplicate`, also within the same statement. Rows are written in the
 * order of event ids, so that two statements never deadlock. It is a function because planning the inserts each
 * time costs more than running them.
 */
export const STORE_MESSAGES = `
  create or replace function gw_store_messages(p_messages json) returns table (index integer, outcome text)
  language plpgsql set search_path from current as $$
  declare
    message record;
  begin
    for message in
      select * from json_to_recordset(p_messages) as m (
        index integer, issuer text, jti text, expires_at timestamptz, event_id text, sequence bigint, type text,
        payload text, snapshot jsonb, token jsonb, bank_account text)
      order by event_id, issuer, jti
    loop
      index := message.index;
      outcome := 'replayed';
      insert into gw_bank_nonce (issuer, jti, expires_at) values (message.issuer, message.jti, message.expires_at)
      on conflict do nothing;
      if found then
        insert into gw_bank_event (event_id, sequence, type, payload, snapshot, token, bank_account, processed_at, verdict)
        values (message.event_id, message.sequence, message.type, message.payload, message.snapshot, message.token,
                coalesce(message.bank_account, 'default'),
                case when coalesce(message.snapshot, message.token) is null then now() end,
                case when coalesce(message.snapshot, message.token) is null then 'ignored' end)
        on conflict do nothing;
        outcome := case when found then 'stored' else 'duplicate' end;
      end if;
      return next;
    end loop;
  end $$`
