import { problemIn } from "../../../domain/errors"
import { policyOf } from "../../admission"
import type { Call } from "../../call"
import type { Declaration } from "../negotiation/intersect"
import { agentIn } from "./agent-header"
import type { PlatformKey } from "./keys"
import { profileAt } from "./profile"

/** What a platform can do, as far as it says: what it is silent about, it leaves to the store. */
export interface Offer {
  readonly version?: string
  readonly capabilities?: Declaration
  readonly keys?: readonly PlatformKey[]
  readonly webhook_url?: string
}

/**
 * What the platform of a call offers by `UCP-Agent`: nothing, when the header is absent. Throws as `offerAt` does. `read`
 * says how its profile is come by.
 */
export async function offerIn(call: Call, read = profileAt): Promise<Offer> {
  const header = call.headers["ucp-agent"]
  if (header === undefined) return {}
  const { profile, version } = agentIn(String(header))
  const offer = await offerAt(profile, call, read)
  return version === undefined ? offer : { ...offer, version }
}

/**
 * What the profile at an address offers. Throws what `profileAt` throws, unless the store is lenient: then a profile
 * that cannot be had says nothing.
 */
export async function offerAt(url: string | undefined, call: Call, read = profileAt): Promise<Offer> {
  const { allow_private_networks } = policyOf(call).options
  try {
    return await read(url, allow_private_networks)
  } catch (thrown) {
    if (isLenient(call) && problemIn(thrown)) return {}
    throw thrown
  }
}

/** Whether the store serves its full set to platforms whose profile is missing or lacks something. */
export const isLenient = (call: Call): boolean => policyOf(call).options.ucp_negotiation === "lenient"
