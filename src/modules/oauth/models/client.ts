import type { Hours } from "../../../domain/hours"
import type { Limits } from "../../../domain/rate-limit"
import type { Flavor } from "../../../domain/scopes"

export const AUTH_METHODS = ["client_secret_basic", "client_secret_post", "none"] as const

/** How a client proves itself at the token endpoint (RFC 7591 §2). */
export type AuthMethod = (typeof AUTH_METHODS)[number]

export const CLIENT_STATUSES = ["pending", "approved", "revoked"] as const

/** What a merchant has set for one client; null where the surface's own setting holds. */
export interface AccessRules {
  /** Networks whose calls are accepted; an empty list accepts all. */
  readonly ip_allow: readonly string[] | null
  readonly hours: Hours | null
  /** A window that is absent is the surface's. */
  readonly limits: Partial<Limits> | null
}

/** `gw_oauth_client`: a program that may ask for access, as it registered itself. */
export interface Client extends AccessRules {
  readonly id: string
  readonly client_type: string
  readonly flavor: Flavor
  readonly name: string
  /** SHA-256 of the secret; null for a public client, which has none. */
  readonly secret_hash: string | null
  readonly auth_method: AuthMethod
  readonly application_type: "web" | "native"
  readonly redirect_uris: readonly string[]
  readonly scopes: readonly string[]
  /** A revoked client keeps its row, so that its tokens can be told from unknown ones. */
  readonly status: (typeof CLIENT_STATUSES)[number]
  readonly revoked_at: Date | null
  readonly revoked_reason: string | null
  readonly created_ip: string
  readonly created_at: Date
}
