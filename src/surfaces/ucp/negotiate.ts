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

/** What a platform declares in the request. Absent members come from its profile, or are left to the store. */
const Negotiation = z.object({
  version: VersionName.optional(),
  versions: z.array(VersionName).min(1).max(50).optional(),
  capabilities: DeclaredCapabilities.optional(),
  transports: z.array(z.string().max(100)).min(1).max(50).optional(),
  profile: z.string().optional(),
})
type Negotiation = z.infer<typeof Negotiation>

/**
 * Agrees on version, capabilities and transport (spec: UCP discovery) by the rules that apply to every request.
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
 * The agreement in the first version that has a common capability. Without one, a lenient store offers everything it
 * serves in the first version.
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
 * The versions to try: of the named ones those that are served, first `version`, then the newest; otherwise the
 * profile's.
 */
function versionsIn({ version, versions = [] }: Negotiation, offer: Offer): (string | undefined)[] {
  const named = [...(version ? [version] : []), ...[...versions].sort().reverse()]
  const served = named.filter(isServed)
  // When none of them is served, `settle` rejects the first one.
  return served.length ? served : [named[0] ?? offer.version]
}

/** The service over the first served transport in the platform's order, or the store's first one when it names none. */
function serviceFor({ transports }: Negotiation, services: readonly [Service, ...Service[]]): Service {
  if (!transports) return services[0]
  const found = transports.flatMap((one) => services.find(({ transport }) => transport === one) ?? [])
  if (!found[0])
    throw problem("capabilities_incompatible", {}, "The store supports none of these transports.")
  return found[0]
}
