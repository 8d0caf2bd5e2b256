import { problem } from "../../../domain/errors"
import type { Call } from "../../../gateway/call"

/** The supported official versions of A2A. */
export const VERSIONS = ["0.3", "1.0"] as const
export type Version = (typeof VERSIONS)[number]

/** The caller's `A2A-Version`, from the header or the query, without a patch number; empty when there is none. */
export function namedVersion({ headers, query }: Call): string {
  const named = headers["a2a-version"]?.toString() || query.get("A2A-Version") || ""
  return /^\d+\.\d+(?=\.\d+$)/.exec(named)?.[0] ?? named
}

const SEND = `The store does not support this version of A2A. Send the header A2A-Version with ${VERSIONS.join(" or ")}.`

/** The version of a call; 0.3 when it names none (A2A 1.0 section 3.6.2). Throws `version_not_supported`. */
export function versionOf(call: Call): Version {
  const named = namedVersion(call) || "0.3"
  const version = VERSIONS.find((known) => known === named)
  if (!version) throw problem("version_not_supported", { version: named, supported: VERSIONS }, SEND)
  return version
}
