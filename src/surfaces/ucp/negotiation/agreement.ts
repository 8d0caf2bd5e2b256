import { problem } from "../../../domain/errors"
import type { Call } from "../../call"
import type { CapabilityEntry } from "../capabilities"
import type { CapabilityName } from "../capabilities/capability"
import { type Declaration, relevantTo } from "./intersect"
import { DEFAULT_VERSION, type Version } from "../versions"

/** What holds between the store and a platform for one call. */
export interface Agreement {
  readonly version: Version
  readonly capabilities: Declaration<CapabilityEntry>
}

/** Beside the calls and not in them: other surfaces negotiate nothing. */
const agreements = new WeakMap<Call, Agreement>()

/** Makes this the call's agreement: the gate's doing. */
export function agree(call: Call, agreement: Agreement): void {
  agreements.set(call, agreement)
}

/** The version a call is answered in: as long as nothing is agreed upon, the default one. */
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
 * The `ucp` member of an operation's response: the version of the call, and of what was agreed upon only this
 * capability and its extensions. Throws `capabilities_incompatible` when it is not among them. Asking where no gate
 * has negotiated, in an open operation, is a mistake of ours.
 */
export function envelopeOf(call: Call, capability: CapabilityName): Envelope {
  const agreement = agreements.get(call)
  if (!agreement) throw new Error("no agreement: the gate has not negotiated")
  return envelopeBy(agreement, capability)
}

/** The same by what has been agreed upon before. */
export function envelopeBy({ version, capabilities }: Agreement, capability: CapabilityName): Envelope {
  if (!Object.hasOwn(capabilities, capability)) throw problem("capabilities_incompatible")
  const relevant = Object.entries(relevantTo(capability, capabilities))
  const versions = relevant.map(([name, entries]) => [
    name,
    entries.map((entry) => ({ version: entry.version })),
  ])
  return { version, status: "success", capabilities: Object.fromEntries(versions) }
}
