/** `gw_oauth_token`: an access or refresh token, stored as SHA-256. */
export interface Token {
  readonly hash: string
  readonly kind: "access" | "refresh"
  readonly grant_id: string
  /** The refresh token that was exchanged for this one. */
  readonly parent_hash: string | null
  /** The thumbprint of the key to which it is bound (RFC 9449); null for a bearer token. */
  readonly jkt: string | null
  readonly scopes: readonly string[]
  readonly created_at: Date
  readonly expires_at: Date
  /** Set on a refresh token when it is exchanged. The row stays until it expires, so that reuse is detected. */
  readonly used_at: Date | null
  readonly revoked_at: Date | null
}
