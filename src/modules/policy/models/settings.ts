import type { AlertKind } from "../../../domain/alerts"
import type { MandateDefaults } from "../../../domain/card-mandate"
import type { DuplicateGuard } from "../../../domain/duplicate-guard"
import type { Hours } from "../../../domain/hours"
import type { Limits } from "../../../domain/rate-limit"
import type { RefundRules } from "../../../domain/refund-rules"
import type { REGISTRATIONS } from "../../../domain/registration"
import type { Retention } from "../../../domain/retention"
import type { Spending } from "../../../domain/spending"
import type { TokenLifetimes } from "../../../domain/token-lifetimes"
import type { UnpaidLimits } from "../../../domain/unpaid-limits"

/** `gw_setting`: the single row of the merchant's settings. */
export interface Settings {
  /** Whether all agents are stopped. Then every surface is off, regardless of the switches below. */
  readonly agents_stopped: boolean
  /** Whether the A2A surface is enabled. */
  readonly a2a_enabled: boolean
  /** Whether the UCP surface is enabled. */
  readonly ucp_enabled: boolean
  /** Whether the ACP surface is enabled. */
  readonly acp_enabled: boolean
  /** Whether clients of the ACP surface can read the product feed. */
  readonly acp_feed_enabled: boolean
  /** Whether the customer app's surface is enabled. */
  readonly app_enabled: boolean
  /** Networks from which calls are accepted; an empty list accepts all. */
  readonly a2a_ip_allow: readonly string[]
  /** When calls are accepted; null means always. */
  readonly a2a_hours: Hours | null
  /** The calls that a client may make on the A2A surface; null means no limit. */
  readonly a2a_limits: Limits
  /** The limits of every surface except A2A. */
  readonly ucp_limits: Limits
  /** Whether callers without a token may search and look up the catalog on the UCP surface. */
  readonly ucp_anonymous_enabled: boolean
  /** The calls without a token that one IP address, or IPv6 network of 64 bits, may make; null means no limit. */
  readonly ucp_anonymous_limits: Limits
  /** The sales channels whose products agents see; an empty list means the store's default channel. */
  readonly ucp_sales_channels: readonly string[]
  /** The origins whose web pages may call the agent endpoints. */
  readonly cors_origins: readonly string[]
  /** Whether the sandbox credential is accepted, if the configuration allows it at all. */
  readonly sandbox_enabled: boolean
  /** Whether a client can be registered by any caller, only with the registration token, or not at all. */
  readonly registration: (typeof REGISTRATIONS)[number]
  /** Whether a new client must be approved before it can request a consent. */
  readonly approval_required: boolean
  /** How many clients without any consent may be registered at one time. */
  readonly registration_cap: number
  /**
   * Whether a new client that asks for more than to browse and buy must be approved before it can request a consent:
   * to refund or cancel orders, or to read what other agents bought.
   */
  readonly registration_approves_sensitive: boolean
  /** Whether clients must push their authorization requests (RFC 9126). */
  readonly registration_requires_pushed: boolean
  /** The lifetimes of tokens issued from now on. */
  readonly token_lifetimes: TokenLifetimes
  /** The retention periods of personal data, in days. */
  readonly retention: Retention
  /** The mandate that customers are asked to agree to when they save a card, unless the agent names its limits. */
  readonly card_mandate: MandateDefaults
  /** When an equal purchase of the same client must be confirmed. */
  readonly duplicate_guard: DuplicateGuard
  /** The rules for refunds that agents request. */
  readonly refunds: RefundRules
  /** The spending limits of clients without their own; null for none. */
  readonly default_spending: Spending | null
  /** The limits for the stock that agents' unpaid orders hold. */
  readonly unpaid_limits: UnpaidLimits
  /** The e-mail addresses that get alerts; an empty list means the recipient of the configuration. */
  readonly alert_emails: readonly string[]
  /** The kinds of alerts that are shown in the admin only. */
  readonly alert_muted_kinds: readonly AlertKind[]
  /** The merchant's webhook that gets alerts. */
  readonly alert_webhook_url: string | null
  /** When the webhook's secret was issued; null without a secret. Then nothing is sent to the webhook. */
  readonly alert_webhook_secret_at: Date | null
  /** The host of the Slack-style URL that gets alerts. The URL itself is a secret. */
  readonly alert_slack_host: string | null
  /** When the Slack-style URL was set. */
  readonly alert_slack_set_at: Date | null
  readonly updated_at: Date
}

/** The settings that are only written, because they are secrets. */
export interface SecretSettings {
  /** The Slack-style URL that gets alerts; null removes it. It is stored encrypted and never returned. */
  readonly alert_slack_url: string | null
}

/** A change of settings. Absent windows, lifetimes, retention periods and members of a rule stay unchanged. */
export type SettingsChange = Partial<
  Omit<
    Settings,
    | "updated_at"
    | "a2a_limits"
    | "ucp_limits"
    | "ucp_anonymous_limits"
    | "token_lifetimes"
    | "retention"
    | "card_mandate"
    | "duplicate_guard"
    | "refunds"
    | "unpaid_limits"
    | "alert_webhook_secret_at"
    | "alert_slack_host"
    | "alert_slack_set_at"
  > &
    SecretSettings & {
      readonly a2a_limits: Partial<Limits>
      readonly ucp_limits: Partial<Limits>
      readonly ucp_anonymous_limits: Partial<Limits>
      readonly token_lifetimes: Partial<TokenLifetimes>
      readonly retention: Partial<Retention>
      readonly card_mandate: Partial<MandateDefaults>
      readonly duplicate_guard: Partial<DuplicateGuard>
      readonly refunds: Partial<RefundRules>
      readonly unpaid_limits: Partial<UnpaidLimits>
    }
>
