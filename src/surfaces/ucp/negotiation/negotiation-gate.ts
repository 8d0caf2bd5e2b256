import { problem } from "../../../domain/errors"
import { isOpen } from "../../../gateway/admission"
import type { Gate } from "../../../gateway/surface"
import { agree } from "./agreement"
import { neededBy, unrequestedCapabilitiesIn } from "../capabilities"
import { isLenient, offerIn } from "../platform/platform-capabilities"
import { settle } from "./select-version"

/**
 * Negotiates for calls that are not open to everyone: the version and capabilities that the platform named in `UCP-Agent` and the
 * store have in common apply to the call, and must include the one the operation needs. A client without the header
 * gets everything in the default version. The gate runs after those of every surface, so that a caller without a token
 * can make the store fetch profiles only where the merchant allows anonymous browsing, and within its limits.
 */
export const negotiationGate: Gate = async (call, { operation }) => {
  if (isOpen(operation.access)) return
  const agreement = settle(await offerIn(call))
  agree(call, agreement)
  const needed = neededBy(operation)
  if (!needed || Object.hasOwn(agreement.capabilities, needed)) return
  if (!isLenient(call)) throw problem("capabilities_incompatible")
  agree(call, { ...agreement, capabilities: unrequestedCapabilitiesIn(agreement.version) })
}
