/** `gw_oauth_code`: an authorization code, stored as SHA-256. */
export interface AuthorizationCode {
  readonly hash: string
  readonly grant_id: string
  readonly redirect_uri: string
  readonly challenge: string
  /** The thumbprint of the key whose proof must redeem it (RFC 9449 §10); null for any, or none. */
  readonly dpop_jkt: string | null
  readonly expires_at: Date
  /** Set by the redemption that succeeds. */
  readonly used_at: Date | null
}
