import { retainedSince } from "../../../../domain/retention"

/** The columns that no entry copies: they are in every row, or encrypted secrets. */
const NOT_COPIED = ["id", "updated_at", "updated_by", "alert_slack_url", "alert_webhook_secret"]
  .map((column) => `'${column}'`)
  .join(", ")

const withoutCount = (row: string) => `(to_jsonb(${row}) - 'count' - 'last_at') #- '{detail,request_id}'`

/**
 * Makes the audit log append-only. Allowed are new entries, higher counts of rejected calls with the last
 * request id, and the deletion of entries whose retention period is over. Every other change is rejected.
 */
export const AUDIT_IS_APPEND_ONLY = `
  create or replace function gw_audit_append_only() returns trigger language plpgsql set search_path from current as $$
  begin
    if tg_op = 'UPDATE' and old.type = 'call_refused' and new.count > old.count
       and ${withoutCount("new")} = ${withoutCount("old")} then
      return new;
    end if;
    if tg_op = 'DELETE' and old.last_at < ${retainedSince("audit")} then return old; end if;
    raise exception 'gw_audit is append-only' using errcode = 'restrict_violation';
  end $$`

/**
 * Writes audit entries from the changed rows themselves, so that no code and no manual change bypasses the
 * audit log. Arguments: the type of the entry, and the columns to copy; without columns, every changed column
 * is copied that is not a secret. The actor is the row's updated_by or decided_by (staff), otherwise the actor of the consent. The
 * request id is added if a staff request made the change.
 */
export const AUDIT_CHANGE = `
  create or replace function gw_audit_change() returns trigger language plpgsql set search_path from current as $$
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
    where case when tg_nargs = 1 then key not in (${NOT_COPIED}) else key = any (tg_argv[1:]) end
      and (tg_nargs > 1 or value is distinct from was -> key);
    return null;
  end $$`
