/** `gw_oauth_token`: an access or refresh token. Kept under its SHA-256. */
export interface Token {
  readonly hash: string
  readonly kind: "access" | "refresh"
  readonly grant_id: string
  /** The refresh token this one was rotated from. */
  readonly parent_hash: string | null
  readonly scopes: readonly string[]
  readonly created_at: Date
  readonly expires_at: Date
  /** Set on a refresh token by the one rotation that wins; the row stays until it expires, to notice reuse. */
  readonly used_at: Date | null
  readonly revoked_at: Date | null
}
