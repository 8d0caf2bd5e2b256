import type { TextKey } from "../../i18n/use-text"
import { pathOfTab } from "./tabs"

/** A page of the admin on which a step of the setup is done. */
export interface Place {
  readonly to: string
  /** The label of the link. */
  readonly name: TextKey
}

const CHANNELS: Place = { to: pathOfTab("channels"), name: "diagnostics.to_channels" }
const REGIONS: Place = { to: "/settings/regions", name: "diagnostics.to_regions" }

/** By the names of the check results' texts. Everything else is done in the plugin's options or at the bank. */
export const STEP_PLACES: Readonly<Record<string, Place>> = {
  surfaces_off: CHANNELS,
  surfaces_channels_missing: CHANNELS,
  test_surface_off: CHANNELS,
  payment_routes_regions_without: REGIONS,
  payment_provider_not_offered: REGIONS,
  payment_provider_not_offered_for_a2a: REGIONS,
  catalog_regions_without: REGIONS,
  test_no_region: REGIONS,
  catalog_no_products: { to: "/products", name: "diagnostics.to_products" },
  first_agent_registered: { to: "/agentic-commerce/agents", name: "diagnostics.to_agents" },
  first_agent_none: { to: "/agentic-commerce/connect", name: "diagnostics.to_connect" },
}

/** Where the advice of a check result is followed; undefined if that is not in the admin. */
export const pageFor = (result: string): Place | undefined => STEP_PLACES[result]
