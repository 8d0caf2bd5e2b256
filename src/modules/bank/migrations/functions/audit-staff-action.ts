/**
 * Writes a staff action on a payment to the audit log, under the client of the payment. Arguments: the type of
 * the entry, the column with the staff member, and the columns to copy into the entry.
 */
export const AUDIT_STAFF_ACTION = `
  create or replace function gw_audit_staff_action() returns trigger language plpgsql set search_path from current as $$
  declare
    row_after constant jsonb := to_jsonb(new);
  begin
    insert into gw_audit (type, client_id, actor_type, actor_id, detail)
    select tg_argv[0], p.client_id, 'user', row_after ->> tg_argv[1],
           jsonb_build_object('payment_id', p.id, 'order_id', p.order_id, 'currency', p.currency)
             || (select jsonb_object_agg(key, value) from jsonb_each(row_after) where key = any (tg_argv[2:]))
             || case when coalesce(current_setting('gw.request_id', true), '') = '' then '{}'
                     else jsonb_build_object('request_id', current_setting('gw.request_id', true)) end
      from gw_payment p where p.id = new.payment_id;
    return null;
  end $$`

type Trigger = readonly [name: string, table: string, rest: string]

const requestedTrigger = (kind: string): Trigger => [
  `gw_audit_${kind}_requested`,
  "gw_bank_operation",
  `after insert on TABLE for each row when (new.requested_by is not null and new.kind = '${kind}')
     execute function gw_audit_staff_action('payment_${kind}_requested', 'requested_by', 'id', 'amount', 'reason')`,
]

/** The triggers that write the audit entries: name, table and the rest of the statement. */
export const AUDITED_ACTIONS: readonly Trigger[] = [
  ...["capture", "void", "refund"].map(requestedTrigger),
  [
    "gw_audit_review_resolved",
    "gw_review",
    `after update on TABLE for each row when (old.resolved_at is null and new.resolved_at is not null
         and new.resolved_by is not null)
       execute function gw_audit_staff_action('payment_review_resolved', 'resolved_by', 'reason', 'note')`,
  ],
]
