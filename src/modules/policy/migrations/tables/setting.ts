import { DEFAULT_MANDATE, MANDATE_DAYS } from "../../../../domain/card-mandate"
import { DEFAULT_DUPLICATE_GUARD, DUPLICATE_WINDOW_BOUNDS } from "../../../../domain/duplicate-guard"
import { DEFAULT_ANONYMOUS_LIMITS, DEFAULT_LIMITS } from "../../../../domain/rate-limit"
import { DEFAULT_REGISTRATION_CAP, REGISTRATION_CAP_BOUNDS } from "../../../../domain/registration"
import {
  CUSTOMER_REFUNDS,
  DEFAULT_REFUND_RULES,
  RETURN_WINDOW_BOUNDS,
  STAFF_REFUNDS,
} from "../../../../domain/refund-rules"
import { DEFAULT_RETENTION, RETENTION_BOUNDS } from "../../../../domain/retention"
import { DEFAULT_LIFETIMES } from "../../../../domain/token-lifetimes"
import { DEFAULT_UNPAID_LIMITS, UNPAID_LIMIT_BOUNDS } from "../../../../domain/unpaid-limits"

/** A check constraint, so that a manual change cannot set an unsafe retention period either. */
const SHORTEST = Object.entries(RETENTION_BOUNDS)
  .map(([what, [days]]) => `(retention ->> '${what}')::int >= ${days}`)
  .join(" and ")

/** The same for the mandate: it always ends, and its limits are a list. */
const LIMITED = `coalesce((card_mandate ->> 'days')::int between ${MANDATE_DAYS.join(" and ")}
       and jsonb_typeof(card_mandate -> 'limits') = 'array', false)`

const [SHORTEST_WINDOW, LONGEST_WINDOW] = DUPLICATE_WINDOW_BOUNDS

const oneOf = (values: readonly string[]) => `in (${values.map((value) => `'${value}'`).join(", ")})`

/** A value that is missing or of another type is refused too, because a null result would satisfy the constraint. */
const REFUNDS = [
  `refunds ->> 'customer_clients' ${oneOf(CUSTOMER_REFUNDS)}`,
  `refunds ->> 'staff_clients' ${oneOf(STAFF_REFUNDS)}`,
  "jsonb_typeof(refunds -> 'limits') = 'array'",
  ...["after_fulfillment", "manage_scope"].map((name) => `jsonb_typeof(refunds -> '${name}') = 'boolean'`),
  `(refunds ->> 'return_window_days')::int between ${RETURN_WINDOW_BOUNDS.join(" and ")}`,
]
  .map((condition) => `coalesce(${condition}, false)`)
  .join(" and ")

const UNPAID = Object.entries(UNPAID_LIMIT_BOUNDS)
  .map(
    ([name, bounds]) => `coalesce((unpaid_limits ->> '${name}')::int between ${bounds.join(" and ")}, false)`
  )
  .join(" and ")

/** The merchant's settings. */
export const SETTINGS = [
  `create table if not exists gw_setting (
     id boolean primary key default true check (id),
     a2a_enabled boolean not null default false,
     ucp_enabled boolean not null default false,
     a2a_ip_allow text[] not null default '{}',
     a2a_hours jsonb,
     a2a_limits jsonb not null default '${JSON.stringify(DEFAULT_LIMITS.a2a)}',
     ucp_limits jsonb not null default '${JSON.stringify(DEFAULT_LIMITS.ucp)}',
     ucp_sales_channels text[] not null default '{}',
     cors_origins text[] not null default '{}',
     sandbox_enabled boolean not null default false,
     registration text not null default 'open'
       check (registration in ('open', 'initial_access_token', 'closed')),
     approval_required boolean not null default false,
     registration_cap integer not null default ${DEFAULT_REGISTRATION_CAP}
       constraint gw_setting_registration_cap check (registration_cap between ${REGISTRATION_CAP_BOUNDS.join(" and ")}),
     registration_approves_sensitive boolean not null default true,
     registration_requires_pushed boolean not null default false,
     token_lifetimes jsonb not null default '${JSON.stringify(DEFAULT_LIFETIMES)}',
     updated_at timestamptz not null default now(),
     updated_by text,
     agents_stopped boolean not null default false,
     retention jsonb not null default '${JSON.stringify(DEFAULT_RETENTION)}'
       constraint gw_setting_retention check (${SHORTEST}),
     refunds jsonb not null default '${JSON.stringify(DEFAULT_REFUND_RULES)}'
       constraint gw_setting_refunds check (${REFUNDS}),
     acp_enabled boolean not null default false,
     acp_feed_enabled boolean not null default false,
     app_enabled boolean not null default false,
     card_mandate jsonb not null default '${JSON.stringify(DEFAULT_MANDATE)}'
       constraint gw_setting_card_mandate check (${LIMITED}),
     duplicate_guard jsonb not null default '${JSON.stringify(DEFAULT_DUPLICATE_GUARD)}'
       constraint gw_setting_duplicate_guard check ((
         jsonb_typeof(duplicate_guard -> 'enabled') = 'boolean'
         and (duplicate_guard ->> 'window_seconds')::int between ${SHORTEST_WINDOW} and ${LONGEST_WINDOW}) is true),
     unpaid_limits jsonb not null default '${JSON.stringify(DEFAULT_UNPAID_LIMITS)}'
       constraint gw_setting_unpaid_limits check (${UNPAID}),
     default_spending jsonb
       constraint gw_setting_default_spending check (default_spending is null or (
         jsonb_typeof(default_spending -> 'only_these_currencies') = 'boolean'
         and jsonb_typeof(default_spending -> 'rules') = 'array') is true),
     ucp_anonymous_enabled boolean not null default false,
     ucp_anonymous_limits jsonb not null default '${JSON.stringify(DEFAULT_ANONYMOUS_LIMITS)}',
     alert_emails text[] not null default '{}',
     alert_muted_kinds text[] not null default '{}',
     alert_webhook_url text,
     alert_webhook_secret text,
     alert_webhook_secret_at timestamptz,
     alert_slack_url text,
     alert_slack_host text,
     alert_slack_set_at timestamptz
   )`,
  `insert into gw_setting default values on conflict do nothing`,
]

/** The call counts of each client, and of each network that browses without a token. */
export const USAGE = [
  `create table if not exists gw_usage (
     client_id text primary key,
     minute_at timestamptz not null,
     minute integer not null,
     hour_at timestamptz not null,
     hour integer not null,
     day_at timestamptz not null,
     day integer not null
   )`,
]

/** The store's self-test: a single row with the last run. */
export const TEST_RUN = [
  `create table if not exists gw_test_run (
     one boolean primary key default true check (one),
     id text not null,
     state text not null check (state in ('running', 'passed', 'failed')),
     steps jsonb not null,
     nonce text not null,
     ping jsonb,
     started_by text not null,
     started_at timestamptz not null default now(),
     ended_at timestamptz,
     check ((state = 'running') = (ended_at is null))
   )`,
]
