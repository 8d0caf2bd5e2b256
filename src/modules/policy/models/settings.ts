import type { Hours } from "../../../domain/hours"
import type { Limits } from "../../../domain/rate-limit"
import type { Retention } from "../../../domain/retention"
import type { TokenLifetimes } from "../../../domain/token-lifetimes"

/** Who may register a client: anybody, whoever shows the merchant's registration token, or nobody. */
export const REGISTRATIONS = ["open", "initial_access_token", "closed"] as const

/** `gw_setting`: the one row of what a merchant permits. */
export interface Settings {
  /** Whether all agents are stopped: no surface is on then, whatever the switches below say. */
  readonly agents_stopped: boolean
  readonly a2a_enabled: boolean
  readonly ucp_enabled: boolean
  readonly acp_enabled: boolean
  readonly app_enabled: boolean
  /** Networks whose calls are accepted; none means all. */
  readonly a2a_ip_allow: readonly string[]
  /** When calls are accepted; null means always. */
  readonly a2a_hours: Hours | null
  readonly a2a_limits: Limits
  /** For each surface but A2A. */
  readonly ucp_limits: Limits
  /** Sales channels whose products agents see; none means the store's default one. */
  readonly ucp_sales_channels: readonly string[]
  /** Origins whose pages may call the agents' addresses from a browser. */
  readonly cors_origins: readonly string[]
  /** Whether the sandbox credential is honoured, where it can be at all. */
  readonly sandbox_enabled: boolean
  readonly registration: (typeof REGISTRATIONS)[number]
  /** Whether a client that registers has to be approved before it may ask for a consent. */
  readonly approval_required: boolean
  /** What tokens live that are issued from now on. */
  readonly token_lifetimes: TokenLifetimes
  /** For how many days what is about people is kept. */
  readonly retention: Retention
  readonly updated_at: Date
}

/** The settings that are to change; a window, lifetime or retention that is absent stays. */
export type SettingsChange = Partial<
  Omit<Settings, "updated_at" | "a2a_limits" | "ucp_limits" | "token_lifetimes" | "retention"> & {
    readonly a2a_limits: Partial<Limits>
    readonly ucp_limits: Partial<Limits>
    readonly token_lifetimes: Partial<TokenLifetimes>
    readonly retention: Partial<Retention>
  }
>
