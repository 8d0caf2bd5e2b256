import type { AnyOperation } from "../../operation"
import { schemaUrl, specUrl, type Version } from "../versions"
import type { Capability, Endpoint } from "./capability"
import { cart } from "./cart"
import { catalogLookup, catalogSearch } from "./catalog"
import { buyerConsent, checkout, discount, fulfillment } from "./checkout"
import { identityLinking } from "./identity-linking"
import { order } from "./order"
import { paymentAuthentication } from "./payment-authentication"

/** Every capability that is served, one line each. Manifest, discovery document and negotiation follow from this list. */
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

/** A capability as a profile declares it. */
export interface CapabilityEntry {
  readonly version: Version
  readonly spec: string
  readonly schema: string
  readonly extends?: readonly string[]
  readonly config?: object
}

/** All that is served in a version of the protocol, as a profile declares it. */
export function capabilitiesIn(version: Version): Record<string, CapabilityEntry[]> {
  return entriesOf(CAPABILITIES, version)
}

/** What a platform gets of it that does not say what it can do. */
export function unaskedCapabilitiesIn(version: Version): Record<string, CapabilityEntry[]> {
  return entriesOf(
    CAPABILITIES.filter((one) => !one.is_asked_for),
    version
  )
}

/** Versions are dates: as text they are in the order of time. */
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
    ...(config && { config: config(CAPABILITIES) }),
  }
}

/** Everything that may be called, of all capabilities. */
export function endpoints(): Endpoint[] {
  return CAPABILITIES.flatMap(({ operations }) => operations)
}

/** The capability an operation needs; undefined when it needs none. */
export function neededBy(operation: AnyOperation): string | undefined {
  return CAPABILITIES.find((one) => one.operations.some((endpoint) => endpoint.operation === operation))?.name
}
