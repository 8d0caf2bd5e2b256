import { problemIn } from "../../../domain/errors"
import { policyOf } from "../../../gateway/admission"
import type { Call } from "../../../gateway/call"
import type { Declaration } from "../negotiation/intersect"
import { agentIn } from "./agent-header"
import type { PlatformKey } from "./platform-keys"
import { profileAt } from "./platform-profile"

/** What a platform declares in its profile. Absent members are left to the store. */
export interface Offer {
  readonly version?: string
  readonly capabilities?: Declaration
  readonly keys?: readonly PlatformKey[]
  readonly webhook_url?: string
}

/**
 * The offer of the platform that `UCP-Agent` names; empty when the header is absent. Throws as `offerAt` does. `read`
 * reads the profile.
 */
export async function offerIn(call: Call, read = profileAt): Promise<Offer> {
  const header = call.headers["ucp-agent"]
  if (header === undefined) return {}
  const { profile, version } = agentIn(String(header))
  const offer = await offerAt(profile, call, read)
  return version === undefined ? offer : { ...offer, version }
}

/**
 * The offer in the profile at a URL. Throws what `profileAt` throws, but a lenient store treats a profile that cannot
 * be read as an empty offer.
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

/** Whether the store offers everything to platforms whose profile is missing or lacks a capability. */
export const isLenient = (call: Call): boolean => policyOf(call).options.ucp_negotiation === "lenient"
