import type { Settings } from "../modules/policy/models/settings"

/** Whether the catalog is indexed: UCP searches it, and ACP's product feed lists it. */
export const isIndexed = ({
  ucp_enabled,
  acp_enabled,
  acp_feed_enabled,
}: Pick<Settings, "ucp_enabled" | "acp_enabled" | "acp_feed_enabled">): boolean =>
  ucp_enabled || (acp_enabled && acp_feed_enabled)
