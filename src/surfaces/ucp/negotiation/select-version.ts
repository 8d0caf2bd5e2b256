import { problem } from "../../../domain/errors"
import type { Agreement } from "./agreement"
import { capabilitiesIn, unrequestedCapabilitiesIn } from "../capabilities"
import { intersect } from "./intersect"
import type { Offer } from "../platform/platform-capabilities"
import { DEFAULT_VERSION, isServed, VERSION_NAMES } from "../ucp-versions"

/**
 * The agreement between a platform's offer and the store; its capabilities may be empty. Throws
 * `version_unsupported`.
 */
export function settle({ version = DEFAULT_VERSION, capabilities }: Offer): Agreement {
  if (!isServed(version)) throw problem("version_unsupported", { supported_versions: VERSION_NAMES })
  if (!capabilities) return { version, capabilities: unrequestedCapabilitiesIn(version) }
  return { version, capabilities: intersect(capabilitiesIn(version), capabilities) }
}
