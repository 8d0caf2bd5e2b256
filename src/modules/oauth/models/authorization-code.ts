/** `gw_oauth_code`: a code on its way through the browser. Kept under its SHA-256. */
export interface AuthorizationCode {
  readonly hash: string
  readonly grant_id: string
  readonly redirect_uri: string
  readonly challenge: string
  readonly expires_at: Date
  /** Set by the one redemption that wins. */
  readonly used_at: Date | null
}
