import { problem } from "../../../domain/errors"
import type { Call } from "../../call"

/** The official versions of A2A that are spoken here. */
export const VERSIONS = ["0.3", "1.0"] as const
export type Version = (typeof VERSIONS)[number]

/** What the caller wrote as `A2A-Version`, as a header or in the query, without a patch number; empty when nothing. */
export function namedVersion({ headers, query }: Call): string {
  const named = headers["a2a-version"]?.toString() || query.get("A2A-Version") || ""
  return /^\d+\.\d+(?=\.\d+$)/.exec(named)?.[0] ?? named
}

/** The version a call is made in; none named means 0.3 (A2A 1.0 section 3.6.2). Throws `version_not_supported`. */
export function versionOf(call: Call): Version {
  const named = namedVersion(call) || "0.3"
  const version = VERSIONS.find((known) => known === named)
  if (!version) throw problem("version_not_supported", { version: named, supported: VERSIONS })
  return version
}
