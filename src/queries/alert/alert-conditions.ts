import type { AlertKind, Backlog } from "../../domain/alerts"
import { DEFAULT_ACCOUNT } from "../../domain/bank-account"
import { PENDING_WORK } from "../metrics/pending-work"

const WEBHOOK = `jsonb_build_object('webhook_id', s.id, 'client_id', s.client_id,
    'host', split_part(regexp_replace(split_part(s.url, '/', 3), '^.*@', ''), ':', 1))`

/** The number of the open review that was the first with the newest reason of a payment, other than a dispute. */
const NEWEST_REASON = `(
  select coalesce(max(first.id), 0) from (
    select min(r.id) as id from gw_review r
     where r.payment_id = p.id and r.resolved_at is null and r.source not like 'dispute:%'
     group by r.reason) first)`

/** Paid carts of the storefront without an order or a refund. */
const PAID_CARTS = {
  table: "gw_storefront_hand_off",
  where: "order_id is null and next_check_at is not null and paid_at is not null",
  since: "paid_at",
}

/**
 * The alert conditions, as queries that return (subject, data) of all current cases. `AlertData` describes the
 * data.
 */
export const ALERT_CONDITIONS: Readonly<Record<Exclude<AlertKind, "signature_failures">, string>> = {
  // Over when a payment that was opened later at the account has succeeded, or when its bank has rejected no call for a day.
  // An open payment proves nothing: Redsys is not called before its customer pays. The time of creation uses the index; a
  // payment is opened for less than an hour.
  bank_configuration: `
    select distinct on (r.bank_account)
           case r.bank_account when '${DEFAULT_ACCOUNT}' then 'bank' else 'bank/' || r.bank_account end as subject,
           jsonb_build_object('code', r.code, 'at', r.last_at, 'bank_account', r.bank_account) as data
      from gw_account_rejection r
     where r.last_at > now() - interval '1 day'
       and not exists (
         select from gw_payment p
          where p.route = 'bank' and p.bank_account = r.bank_account
            and p.created_at > r.last_at - interval '1 hour' and p.bank_called_at > r.last_at
            and p.status in ('authorized', 'partially_captured', 'captured', 'voided'))
     order by r.bank_account, r.last_at desc`,
  // Disputes have an alert of their own. Another reason raises another alert, because staff may have acknowledged the first.
  payment_review: `
    select p.id || '/' || ${NEWEST_REASON} as subject,
           ${payment("p.amount")} || jsonb_build_object('reason', p.review_reason) as data
      from gw_payment p
     where p.${backlogNamed("payments_review").where}
       and p.review_reason !~ '^(Disputed by the cardholder: [^;]*(; |$))+$'`,
  approval_waiting: `
    select a.id as subject, jsonb_build_object('approval_id', a.id, 'client_id', a.client_id,
             'amount', a.amount, 'currency', a.currency, 'expires_at', a.expires_at) as data
      from gw_approval a
     where a.${backlogNamed("approvals_waiting").where} and a.expires_at > now()`,
  payments_stuck: [
    // Eight failed attempts take some minutes. Then staff must check the payment.
    stuck(
      "effects_pending",
      "attempts >= 8 or (last_error is not null and created_at < now() - interval '10 minutes')"
    ),
    stuck("inbox_waiting", olderThan("inbox_waiting", 10)),
    stuck("bank_operations_open", olderThan("bank_operations_open", 10)),
    stuck("payments_due", olderThan("payments_due", 5)),
    // A page ends after 15 minutes. A paid cart has its order soon, or is refunded when Medusa refuses it three times.
    stuck("page_payments_open", olderThan("page_payments_open", 60)),
    stuck("paid_carts_open", "paid_at < now() - interval '60 minutes'", PAID_CARTS),
  ].join(" union all "),
  // The first comparisons may run in the middle of a Medusa workflow, so only a repeated difference raises an alert.
  books_differ: `
    select p.id as subject, ${payment("p.amount")} || jsonb_build_object('reason', c.difference) as data
      from gw_book_check c join gw_payment p on p.id = c.payment_id
     where c.differing > 2`,
  // A restarting receiver fails once or twice. From the fifth failure in a row, deliveries are only probed.
  webhook_failing: `
    select s.id as subject, ${WEBHOOK} || jsonb_build_object('since', s.failing_since) as data
      from gw_webhook_subscription s
     where s.delivery_status = 'failing' and s.failures >= 5`,
  webhook_disabled: `
    select s.id as subject, ${WEBHOOK} || jsonb_build_object('reason', s.disabled_reason) as data
      from gw_webhook_subscription s
     where s.status = 'disabled' and s.disabled_reason in ('gone', 'failing')`,
  dispute: `
    select p.id || '/' || (d ->> 'id') as subject,
           ${payment("(d ->> 'amount')::bigint")}
             || jsonb_build_object('dispute_id', d ->> 'id', 'reason', d ->> 'reason') as data
      from gw_payment p cross join lateral jsonb_array_elements(p.disputes) d
     where p.disputes <> '[]' and d ->> 'status' = 'open'`,
}

function payment(amount: string): string {
  return `jsonb_build_object('payment_id', p.id, 'order_id', p.order_id, 'shop_order_id', p.shop_order_id,
    'amount', ${amount}, 'currency', p.currency)`
}

/** The backlog with this name, as the metrics define it. */
function backlogNamed(name: Backlog | "payments_review" | "approvals_waiting") {
  const found = PENDING_WORK.find((one) => one.name === `gw_${name}`)
  if (!found) throw new Error(`no backlog has the name ${name}`)
  return found
}

function olderThan(backlog: Backlog, minutes: number): string {
  return `${backlogNamed(backlog).since} < now() - interval '${minutes} minutes'`
}

function stuck(
  backlog: Backlog,
  condition: string,
  { table, where, since }: typeof PAID_CARTS = backlogNamed(backlog)
): string {
  return `
    select '${backlog}' as subject, jsonb_build_object('backlog', '${backlog}', 'count', count(*), 'since', min(${since})) as data
      from ${table} where ${where} and (${condition}) having count(*) > 0`
}
