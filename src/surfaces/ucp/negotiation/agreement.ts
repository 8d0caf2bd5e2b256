import { problem } from "../../../domain/errors"
import type { Call } from "../../../gateway/call"
import type { CapabilityEntry, CapabilityName } from "../capabilities/capability"
import { type Declaration, relevantTo } from "./intersect"
import { DEFAULT_VERSION, type Version } from "../ucp-versions"

/** The negotiated version and capabilities of one call. */
export interface Agreement {
  readonly version: Version
  readonly capabilities: Declaration<CapabilityEntry>
}

/** Kept outside of `Call`, because other surfaces do not negotiate. */
const agreements = new WeakMap<Call, Agreement>()

/** Sets the call's agreement. Only the negotiation gate calls this. */
export function agree(call: Call, agreement: Agreement): void {
  agreements.set(call, agreement)
}

/** The protocol version of the response; the default one until the gate has negotiated. */
export function versionOf(call: Call): Version {
  return agreements.get(call)?.version ?? DEFAULT_VERSION
}

/** The member `ucp` of every response. */
export interface Envelope {
  readonly version: Version
  readonly status: "success"
  readonly capabilities: Record<string, { readonly version: string }[]>
}

/**
 * The `ucp` member of an operation's response: the version of the call, with only this capability and its extensions.
 * Throws `capabilities_incompatible` when the capability was not negotiated, and a plain error in an open operation,
 * for which no gate negotiates.
 */
export function envelopeOf(call: Call, capability: CapabilityName): Envelope {
  const agreement = agreements.get(call)
  if (!agreement) throw new Error("no agreement: the gate has not negotiated")
  return envelopeBy(agreement, capability)
}

/** The same for a given agreement. */
export function envelopeBy({ version, capabilities }: Agreement, capability: CapabilityName): Envelope {
  if (!Object.hasOwn(capabilities, capability)) throw problem("capabilities_incompatible")
  const relevant = Object.entries(relevantTo(capability, capabilities))
  const versions = relevant.map(([name, entries]) => [
    name,
    entries.map((entry) => ({ version: entry.version })),
  ])
  return { version, status: "success", capabilities: Object.fromEntries(versions) }
}
