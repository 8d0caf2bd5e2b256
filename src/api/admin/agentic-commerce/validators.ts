import { z } from "@medusajs/framework/zod"
import { ALERT_KINDS } from "../../../domain/alerts"
import { isSearchable } from "../../../domain/list-search"
import { DUPLICATE_WINDOW_BOUNDS } from "../../../domain/duplicate-guard"
import { FLAVORS } from "../../../domain/scopes"
import { REGISTRATION_CAP_BOUNDS, REGISTRATIONS } from "../../../domain/registration"
import { RETENTION_BOUNDS } from "../../../domain/retention"
import { LIFETIME_BOUNDS } from "../../../domain/token-lifetimes"
import { UNPAID_LIMIT_BOUNDS } from "../../../domain/unpaid-limits"
import { CLIENT_STATUSES } from "../../../modules/oauth/models/client"
import { AUDIT_TYPES } from "../../../modules/policy/models/audit-entry"
import { Hours, IpAllow, Limits, Origin } from "./access-rules"
import { CardMandate } from "./card-mandate"
import { Name, Page, SearchText, SortedCursor, cursorWith, orderBy } from "./paging"
import { NOT_REVERSED, NOT_TOO_LONG, PERIOD, withPeriod } from "./period-query"
import { RefundRules } from "./refund-rules"
import { SpendingRules } from "./spending-rules"

const lifetime = (of: keyof typeof LIFETIME_BOUNDS) => {
  const [shortest, longest] = LIFETIME_BOUNDS[of]
  return z.int().min(shortest).max(longest).optional()
}

/** Seconds. An absent lifetime is not changed. */
const TokenLifetimes = z.strictObject({
  access: lifetime("access"),
  refresh: lifetime("refresh"),
  consent: lifetime("consent"),
})

const days = (of: keyof typeof RETENTION_BOUNDS) => {
  const [fewest, most] = RETENTION_BOUNDS[of]
  return z.int().min(fewest).max(most).optional()
}

/** Days. An absent value is not changed. */
const Retention = z.strictObject({
  sessions: days("sessions"),
  tasks: days("tasks"),
  bank_messages: days("bank_messages"),
  audit: days("audit"),
  delivered_webhooks: days("delivered_webhooks"),
  dead_webhooks: days("dead_webhooks"),
})

const [FEWEST_CLIENTS, MOST_CLIENTS] = REGISTRATION_CAP_BOUNDS

const [shortestWindow, longestWindow] = DUPLICATE_WINDOW_BOUNDS

/** An absent member is not changed. */
const DuplicateGuard = z.strictObject({
  enabled: z.boolean().optional(),
  window_seconds: z.int().min(shortestWindow).max(longestWindow).optional(),
})

const unpaidLimit = (of: keyof typeof UNPAID_LIMIT_BOUNDS) => {
  const [least, most] = UNPAID_LIMIT_BOUNDS[of]
  return z.int().min(least).max(most).optional()
}

/** An absent limit is not changed. */
const UnpaidLimits = z.strictObject({
  client_orders: unpaidLimit("client_orders"),
  client_units: unpaidLimit("client_units"),
  customer_orders: unpaidLimit("customer_orders"),
  customer_units: unpaidLimit("customer_units"),
  address_orders: unpaidLimit("address_orders"),
  address_units: unpaidLimit("address_units"),
  product_share: unpaidLimit("product_share"),
  storefront_share: unpaidLimit("storefront_share"),
  hold_minutes: unpaidLimit("hold_minutes"),
  unverified_hold_minutes: unpaidLimit("unverified_hold_minutes"),
})

/** A URL is checked further where it is stored, because which addresses are allowed depends on the options. */
const AlertUrl = z.string().min(1).max(2000).nullable()

const hasMembers = (change: object) => Object.keys(change).length > 0

/** A change of settings. An absent setting is not changed. */
export const UpdateSettings = z
  .strictObject({
    agents_stopped: z.boolean().optional(),
    a2a_enabled: z.boolean().optional(),
    ucp_enabled: z.boolean().optional(),
    acp_enabled: z.boolean().optional(),
    acp_feed_enabled: z.boolean().optional(),
    app_enabled: z.boolean().optional(),
    a2a_ip_allow: IpAllow.optional(),
    a2a_hours: Hours.nullable().optional(),
    a2a_limits: Limits.optional(),
    ucp_limits: Limits.optional(),
    ucp_anonymous_enabled: z.boolean().optional(),
    ucp_anonymous_limits: Limits.optional(),
    ucp_sales_channels: z.array(z.string().min(1).max(200)).max(100).optional(),
    cors_origins: z.array(Origin).max(100).optional(),
    sandbox_enabled: z.boolean().optional(),
    registration: z.enum(REGISTRATIONS).optional(),
    approval_required: z.boolean().optional(),
    registration_cap: z.int().min(FEWEST_CLIENTS).max(MOST_CLIENTS).optional(),
    registration_approves_sensitive: z.boolean().optional(),
    registration_requires_pushed: z.boolean().optional(),
    token_lifetimes: TokenLifetimes.optional(),
    retention: Retention.optional(),
    card_mandate: CardMandate.optional(),
    duplicate_guard: DuplicateGuard.optional(),
    refunds: RefundRules.optional(),
    default_spending: SpendingRules.nullable().optional(),
    unpaid_limits: UnpaidLimits.optional(),
    alert_emails: z
      .array(z.email("must be an e-mail address").max(320))
      .max(20)
      .transform((emails) => [...new Set(emails)])
      .optional(),
    alert_muted_kinds: z.array(z.enum(ALERT_KINDS)).max(ALERT_KINDS.length).optional(),
    alert_webhook_url: AlertUrl.optional(),
    alert_slack_url: AlertUrl.optional(),
  })
  .refine(hasMembers, "must contain at least one setting")
export type UpdateSettings = z.infer<typeof UpdateSettings>

/**
 * A change of a client's own rules. Null removes a rule, so that the surface's applies; an absent one is not changed.
 */
export const UpdateClient = z
  .strictObject({
    ip_allow: IpAllow.nullable().optional(),
    hours: Hours.nullable().optional(),
    limits: Limits.nullable().optional(),
    whole_store: z.boolean().optional(),
    spending: SpendingRules.nullable().optional(),
    dpop_bound_access_tokens: z.boolean().optional(),
    ucp_profile: z
      .url({ protocol: /^https?$/, error: "must be the URL of a UCP profile" })
      .max(2000)
      .nullable()
      .optional(),
  })
  .refine(
    hasMembers,
    "must contain at least one of ip_allow, hours, limits, whole_store, spending, dpop_bound_access_tokens and ucp_profile"
  )
export type UpdateClient = z.infer<typeof UpdateClient>

/** The reason for a revocation, for the audit log. */
export const Revoke = z.strictObject({ reason: z.string().trim().min(1).max(500) })
export type Revoke = z.infer<typeof Revoke>

/** The surface that a sandbox credential is for. */
export const IssueSandbox = z.strictObject({ flavor: z.enum(FLAVORS) })
export type IssueSandbox = z.infer<typeof IssueSandbox>

/** A time in the range that the database can store and in which a store can have events. */
export const Moment = z.coerce.date().min(new Date("2000-01-01")).max(new Date("2200-01-01"))

/** The query of the list of agents. */
export const ListClients = Page.extend({
  q: z.string().max(200).optional(),
  status: z.enum(CLIENT_STATUSES).optional(),
  flavor: z.enum(FLAVORS).optional(),
  access: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .optional(),
  order: orderBy(["created_at", "name"]).optional(),
  cursor: SortedCursor.optional(),
})
export type ListClients = z.infer<typeof ListClients>

/** The filters of the exported file: those of the list. */
export const ExportClients = ListClients.omit({ order: true, cursor: true, limit: true })
export type ExportClients = z.infer<typeof ExportClients>

/** The query of the audit log. The cursor is the number of an entry; `q` is a part of the ids or the details. */
export const ListAudit = Page.extend({
  cursor: cursorWith(/^\d{1,18}$/).optional(),
  type: z.enum(AUDIT_TYPES).optional(),
  client_id: z.string().max(200).optional(),
  from: Moment.optional(),
  to: Moment.optional(),
  q: SearchText.refine(isSearchable, "must contain three letters or digits in a row").optional(),
  order: orderBy(["at"]).optional(),
})
export type ListAudit = z.infer<typeof ListAudit>

/** The filters of the exported file: those of the list. */
export const ExportAudit = ListAudit.omit({ order: true, cursor: true, limit: true })
export type ExportAudit = z.infer<typeof ExportAudit>

/** By default the thirty days until today. */
export const ReadFunnel = z
  .strictObject({
    ...PERIOD,
    client_id: Name.optional(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, "must be a currency code such as EUR")
      .optional(),
    limit: Page.shape.limit,
  })
  .transform(withPeriod)
  .refine(...NOT_REVERSED)
  .refine(...NOT_TOO_LONG)
export type ReadFunnel = z.infer<typeof ReadFunnel>

/** By default the thirty days until today. */
export const ReadOverview = z
  .strictObject(PERIOD)
  .transform(withPeriod)
  .refine(...NOT_REVERSED)
  .refine(...NOT_TOO_LONG)
export type ReadOverview = z.infer<typeof ReadOverview>
