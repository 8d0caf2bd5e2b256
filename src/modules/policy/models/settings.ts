/** `gw_setting`: the one row of switches a merchant sets. */
export interface Settings {
  readonly a2a_enabled: boolean
  readonly ucp_enabled: boolean
  readonly updated_at: Date
}
