import type { Flavor } from "../../../domain/scopes"

export const AUTH_METHODS = ["client_secret_basic", "client_secret_post", "none"] as const

/** How a client proves itself at the token endpoint (RFC 7591 §2). */
export type AuthMethod = (typeof AUTH_METHODS)[number]

/** `gw_oauth_client`: a program that may ask for access, as it registered itself. */
export interface Client {
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
  readonly status: "pending" | "approved" | "revoked"
  readonly revoked_at: Date | null
  readonly created_ip: string
  readonly created_at: Date
}
