import { RETENTION_BOUNDS, keptSince } from "../../../../domain/retention"

/** The audit takes new entries, and higher counts of refused calls; what the retention does not cover any more may go. */
export const AUDIT_IS_KEPT = `
  create or replace function gw_audit_append_only() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and old.type = 'call_refused' and new.count > old.count
       and to_jsonb(new) - 'count' - 'last_at' = to_jsonb(old) - 'count' - 'last_at' then
      return new;
    end if;
    if tg_op = 'DELETE' and old.last_at < ${keptSince("audit")} then return old; end if;
    raise exception 'gw_audit is append-only' using errcode = 'restrict_violation';
  end $$`

const SHORTEST = Object.entries(RETENTION_BOUNDS)
  .map(([what, [days]]) => `(retention ->> '${what}')::int >= ${days}`)
  .join(" and ")

/** No hand sets less than what is safe, either. */
export const RETENTION_IS_SAFE = `alter table gw_setting add constraint gw_setting_retention check (${SHORTEST})`
