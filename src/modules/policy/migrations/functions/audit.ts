import { keptSince } from "../../../../domain/retention"

const butForCount = (row: string) => `(to_jsonb(${row}) - 'count' - 'last_at') #- '{detail,request_id}'`

/**
 * The audit takes new entries, and higher counts of refused calls with the id of the last of them. What the retention does
 * not cover any more may go. Nothing else in it is changed or taken away.
 */
export const AUDIT_IS_APPEND_ONLY = `
  create or replace function gw_audit_append_only() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and old.type = 'call_refused' and new.count > old.count
       and ${butForCount("new")} = ${butForCount("old")} then
      return new;
    end if;
    if tg_op = 'DELETE' and old.last_at < ${keptSince("audit")} then return old; end if;
    raise exception 'gw_audit is append-only' using errcode = 'restrict_violation';
  end $$`

/**
 * Writes the audit from the rows themselves, so that no code and no hand changes them without a trace. Arguments: the
 * type of the entry, and the columns whose new values belong into it; without columns, every one that has changed.
 * Who did it is the row's updated_by or decided_by (staff), or whoever gave or denied the consent the row is about; with
 * the id of the request by which staff have made the change, where they have.
 */
export const AUDIT_CHANGE = `
  create or replace function gw_audit_change() returns trigger language plpgsql as $$
  declare
    became constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
    was constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
    by_staff constant text := coalesce(became ->> 'updated_by', became ->> 'decided_by');
  begin
    insert into gw_audit (type, client_id, actor_type, actor_id, detail)
    select tg_argv[0],
           case tg_table_name
             when 'gw_oauth_client' then became ->> 'id'
             when 'gw_oauth_token' then (select client_id from gw_oauth_grant where id = became ->> 'grant_id')
             else became ->> 'client_id'
           end,
           case when by_staff is not null then 'user' else became ->> 'actor_type' end,
           coalesce(by_staff, became ->> 'actor_id'),
           coalesce(jsonb_object_agg(key, value), '{}')
             || case when coalesce(current_setting('gw.request_id', true), '') = '' then '{}'
                     else jsonb_build_object('request_id', current_setting('gw.request_id', true)) end
    from jsonb_each(became)
    where case when tg_nargs = 1 then key not in ('id', 'updated_at', 'updated_by') else key = any (tg_argv[1:]) end
      and (tg_nargs > 1 or value is distinct from was -> key);
    return null;
  end $$`
