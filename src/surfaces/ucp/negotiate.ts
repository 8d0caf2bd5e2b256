import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import { operation } from "../operation"
import type { Agreement } from "./agreement"
import { type Offer, offerAt, offerIn } from "./platform/offer"
import { DeclaredCapabilities, VersionName } from "./platform/profile"
import { type Service, servicesOf } from "./profile"
import { settle } from "./settle"
import { isServed } from "./versions"

/** What a platform says of itself; what it leaves out comes from the profile, or is left to the store. */
const Negotiation = z.object({
  version: VersionName.optional(),
  versions: z.array(VersionName).min(1).max(50).optional(),
  capabilities: DeclaredCapabilities.optional(),
  transports: z.array(z.string().max(100)).min(1).max(50).optional(),
  profile: z.string().optional(),
})
type Negotiation = z.infer<typeof Negotiation>

/**
 * Agrees on version, capabilities and transport (spec: UCP discovery) by the very rules each request is held to. Throws
 * `version_unsupported`, and `capabilities_incompatible` when nothing, or no transport, is in common.
 */
export const negotiate = operation({
  access: "any_token",
  input: Negotiation,
  async run(asked, call) {
    const offer = asked.profile === undefined ? await offerIn(call) : await offerAt(asked.profile, call)
    const { version, capabilities } = agreementOn(asked, offer)
    const service = serviceFor(asked, servicesOf(version, call))
    const services = { "dev.ucp.shopping": [service] }
    const { transport, endpoint } = service
    return {
      ucp: { version, status: "success", capabilities, payment_handlers: {}, services },
      version,
      transport,
      endpoint,
    }
  },
})

/** Of the versions named, the first that is served and leaves something in common: `version`, then the newest. */
function agreementOn({ version, versions = [], capabilities }: Negotiation, offer: Offer): Agreement {
  const named = [...(version ? [version] : []), ...[...versions].sort().reverse()]
  const served = named.filter(isServed)
  // When none of them is served, the first is what is refused.
  const candidates = served.length ? served : [named[0] ?? offer.version]
  const terms = candidates.map((one) =>
    settle({ ...offer, ...(capabilities && { capabilities }), version: one })
  )
  const found = terms.find((agreement) => Object.keys(agreement.capabilities).length)
  if (!found) throw problem("capabilities_incompatible")
  return found
}

/** The service over the transport the platform prefers, in its order, or in ours when it names none. */
function serviceFor({ transports }: Negotiation, services: readonly [Service, ...Service[]]): Service {
  if (!transports) return services[0]
  const found = transports.flatMap((one) => services.find(({ transport }) => transport === one) ?? [])
  if (!found[0]) throw problem("capabilities_incompatible", {}, "None of these transports is served.")
  return found[0]
}
