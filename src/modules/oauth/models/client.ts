import type { Hours } from "../../../domain/hours"
import type { Limits } from "../../../domain/rate-limit"
import type { Flavor } from "../../../domain/scopes"
import type { Spending } from "../../../domain/spending"

/** How a client authenticates at the token endpoint (RFC 7591, section 2). */
export const AUTH_METHODS = ["client_secret_basic", "client_secret_post", "private_key_jwt", "none"] as const

/** How a client authenticates (RFC 7591 §2). A client with a secret may send it in either of the two ways. */
export type AuthMethod = (typeof AUTH_METHODS)[number]

/** A public key (RFC 7517): an EC key of P-256, or an RSA key. */
export type PublicKeyJwk = { readonly kid?: string | undefined } & (
  | { readonly kty: "EC"; readonly crv: "P-256"; readonly x: string; readonly y: string }
  | { readonly kty: "RSA"; readonly n: string; readonly e: string }
)

/** A client's public keys, as JWK set. */
export interface ClientKeySet {
  readonly keys: readonly PublicKeyJwk[]
}

/** The statuses of a client. `revoked` is final. */
export const CLIENT_STATUSES = ["pending", "approved", "revoked"] as const

/** The access rules of a client. Null means that the surface's setting applies. */
export interface AccessRules {
  /** Networks from which calls are accepted; an empty list accepts all. */
  readonly ip_allow: readonly string[] | null
  readonly hours: Hours | null
  /** The surface's limit applies to a window that is absent. */
  readonly limits: Partial<Limits> | null
}

/** The client settings that the merchant can change. */
export interface ClientSettings extends AccessRules {
  /** Whether an A2A client sees all payments of the store instead of only its own. */
  readonly whole_store: boolean
  /** The client's own spending limits; null applies the settings' `default_spending`. */
  readonly spending: Spending | null
  /**
   * The URL of the UCP profile whose keys must sign the client's requests where signatures are required. Null until the
   * first signed request, which sets it.
   */
  readonly ucp_profile: string | null
  /** Whether its access tokens must be bound to a key (RFC 9449 §5.2). A client can also register it for itself. */
  readonly dpop_bound_access_tokens: boolean
}

/** `gw_oauth_client`: a registered OAuth client. */
export interface Client extends ClientSettings {
  readonly id: string
  readonly client_type: string
  readonly flavor: Flavor
  readonly name: string
  /** SHA-256 of the secret; null for a client that signs and for a public client. */
  readonly secret_hash: string | null
  /**
   * The public keys of a client that signs: one with `private_key_jwt`, or a public client whose document publishes keys as
   * well, so that it may sign. Null for others.
   */
  readonly jwks: ClientKeySet | null
  readonly auth_method: AuthMethod
  readonly application_type: "web" | "native"
  readonly redirect_uris: readonly string[]
  /** Whether it starts authorizations only with a pushed request (RFC 9126 §6). */
  readonly require_pushed_authorization_requests: boolean
  readonly scopes: readonly string[]
  /** The row of a revoked client stays, so that its tokens can be distinguished from unknown ones. */
  readonly status: (typeof CLIENT_STATUSES)[number]
  /** When staff approved it; null if staff have not approved it, even if it needs no approval. */
  readonly approved_at: Date | null
  readonly revoked_at: Date | null
  readonly revoked_reason: string | null
  /** The URL of the document that describes it, which it uses as its client id; null for a registered client. */
  readonly metadata_url: string | null
  /** When the store last read that document. */
  readonly metadata_read_at: Date | null
  readonly created_ip: string
  readonly created_at: Date
}
