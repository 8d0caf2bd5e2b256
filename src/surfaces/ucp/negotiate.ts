import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import { operation } from "../../gateway/operation"
import type { Agreement } from "./negotiation/agreement"
import { settle } from "./negotiation/select-version"
import { isLenient, type Offer, offerAt, offerIn } from "./platform/platform-capabilities"
import { declaredHandlers } from "./payment-handler/payment-handler"
import { DeclaredCapabilities, VersionName } from "./platform/platform-profile"
import { type Service, servicesOf } from "./store-profile"
import { isServed } from "./ucp-versions"

/** What a platform declares in the request. Its profile supplies absent members; without a profile, the store chooses. */
const Negotiation = z.object({
  version: VersionName.optional(),
  versions: z.array(VersionName).min(1).max(50).optional(),
  capabilities: DeclaredCapabilities.optional(),
  transports: z.array(z.string().max(100)).min(1).max(50).optional(),
  profile: z.string().optional(),
})
type Negotiation = z.infer<typeof Negotiation>

/**
 * Agrees on version, capabilities and transport (spec: UCP discovery), by the same rules as every other request.
 * Throws `version_unsupported`, and `capabilities_incompatible` when no capability or no transport is in common.
 */
export const negotiate = operation({
  access: "any_token",
  input: Negotiation,
  async run(request, call) {
    const offer = request.profile === undefined ? await offerIn(call) : await offerAt(request.profile, call)
    const { version, capabilities } = agreementOn(request, offer, isLenient(call))
    const service = serviceFor(request, servicesOf(version, call))
    const services = { "dev.ucp.shopping": [service] }
    const { transport, endpoint } = service
    return {
      ucp: { version, status: "success", capabilities, payment_handlers: declaredHandlers(call), services },
      version,
      transport,
      endpoint,
    }
  },
})

/**
 * The agreement in the first version with a common capability. If no version has one, a lenient store offers everything
 * that it serves in the first version.
 */
function agreementOn(request: Negotiation, offer: Offer, lenient: boolean): Agreement {
  const { capabilities = offer.capabilities } = request
  const terms = versionsIn(request, offer).map((version) => settle({ version, capabilities }))
  const found = terms.find((agreement) => Object.keys(agreement.capabilities).length)
  if (found) return found
  if (!lenient) throw problem("capabilities_incompatible")
  return settle({ version: terms[0]?.version })
}

/**
 * The versions to try. If the request names served versions, these: `version` first, then the newest. Otherwise the
 * profile's version.
 */
function versionsIn({ version, versions = [] }: Negotiation, offer: Offer): (string | undefined)[] {
  const named = [...(version ? [version] : []), ...[...versions].sort().reverse()]
  const served = named.filter(isServed)
  // When none of them is served, `settle` rejects the first one.
  return served.length ? served : [named[0] ?? offer.version]
}

/** The service over the first served transport in the platform's order; without named transports, the store's first. */
function serviceFor({ transports }: Negotiation, services: readonly [Service, ...Service[]]): Service {
  if (!transports) return services[0]
  const found = transports.flatMap((one) => services.find(({ transport }) => transport === one) ?? [])
  if (!found[0])
    throw problem("capabilities_incompatible", {}, "The store supports none of these transports.")
  return found[0]
}
