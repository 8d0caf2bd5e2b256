import type { Hours } from "../../../domain/hours"
import type { Limits } from "../../../domain/rate-limit"
import type { Flavor } from "../../../domain/scopes"
import type { Spending } from "../../../domain/spending"

export const AUTH_METHODS = ["client_secret_basic", "client_secret_post", "private_key_jwt", "none"] as const

/** How a client proves itself (RFC 7591 §2). One that has a secret may send it in either of the two ways. */
export type AuthMethod = (typeof AUTH_METHODS)[number]

/** A public EC P-256 key (RFC 7517). */
export interface PublicKeyJwk {
  readonly kty: "EC"
  readonly crv: "P-256"
  readonly x: string
  readonly y: string
  readonly kid?: string | undefined
}

export const CLIENT_STATUSES = ["pending", "approved", "revoked"] as const

/** What a merchant has set for one client; null where the surface's own setting holds. */
export interface AccessRules {
  /** Networks whose calls are accepted; an empty list accepts all. */
  readonly ip_allow: readonly string[] | null
  readonly hours: Hours | null
  /** A window that is absent is the surface's. */
  readonly limits: Partial<Limits> | null
}

/** What the merchant may change of a client. */
export interface ClientSettings extends AccessRules {
  /** Whether an A2A client sees every payment of the store, and not only those it has created. */
  readonly whole_store: boolean
  /** What it may spend; null for as much as it likes. */
  readonly spending: Spending | null
}

/** `gw_oauth_client`: a program that may ask for access, as it registered itself. */
export interface Client extends ClientSettings {
  readonly id: string
  readonly client_type: string
  readonly flavor: Flavor
  readonly name: string
  /** SHA-256 of the secret; null for a client that signs, and for a public one, which has nothing to prove itself by. */
  readonly secret_hash: string | null
  /** The keys a client with `private_key_jwt` signs with; null for every other. */
  readonly jwks: { readonly keys: readonly PublicKeyJwk[] } | null
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
