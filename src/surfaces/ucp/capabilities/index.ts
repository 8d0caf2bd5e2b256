import type { AnyOperation } from "../../../gateway/operation"
import { schemaUrl, specUrl, type Version } from "../ucp-versions"
import type { Capability, CapabilityEntry, Endpoint } from "./capability"
import { cart } from "./cart"
import { catalogLookup, catalogSearch } from "./catalog"
import { buyerConsent, checkout, discount, fulfillment } from "./checkout"
import { identityLinking } from "./identity-linking"
import { order } from "./order"
import { paymentAuthentication } from "./payment-authentication"

/** Every served capability. The manifest, the discovery document and negotiation are derived from this list. */
export const CAPABILITIES: readonly Capability[] = [
  checkout,
  fulfillment,
  discount,
  buyerConsent,
  paymentAuthentication,
  cart,
  catalogSearch,
  catalogLookup,
  order,
  identityLinking,
]

/** The capabilities served in a protocol version, as a profile declares them. */
export function capabilitiesIn(version: Version): Record<string, CapabilityEntry[]> {
  return entriesOf(CAPABILITIES, version)
}

/** The capabilities for a platform that declares none: all except the opt-in ones. */
export function unrequestedCapabilitiesIn(version: Version): Record<string, CapabilityEntry[]> {
  return entriesOf(
    CAPABILITIES.filter((one) => !one.is_opt_in),
    version
  )
}

/** Versions are ISO dates, so comparing them as text compares them by time. */
function entriesOf(all: readonly Capability[], version: Version): Record<string, CapabilityEntry[]> {
  const there = all.filter(({ since = version }) => since <= version)
  return Object.fromEntries(there.map((one) => [one.name, [entryOf(one, version)]]))
}

function entryOf({ spec, schema, extends: parents, config }: Capability, version: Version): CapabilityEntry {
  return {
    version,
    spec: specUrl(version, spec),
    schema: schemaUrl(version, `schemas/${schema}.json`),
    ...(parents && { extends: parents }),
    ...(config && { config: config(CAPABILITIES, version) }),
  }
}

/** The endpoints of all capabilities. */
export function endpoints(): Endpoint[] {
  return CAPABILITIES.flatMap(({ operations }) => operations)
}

/** The name of the capability an operation needs; undefined when it needs none. */
export function neededBy(operation: AnyOperation): string | undefined {
  return CAPABILITIES.find((one) => one.operations.some((endpoint) => endpoint.operation === operation))?.name
}
