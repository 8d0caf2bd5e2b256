import type { Call } from "../../gateway/call"

/** The supported protocol versions, newest first. */
export const VERSIONS = ["2026-04-17", "2026-01-30"] as const
export type Version = (typeof VERSIONS)[number]

/** The newest version. Sessions are written in it, and then adapted to the version of the call. */
export const VERSION = VERSIONS[0]

/** The version that a call names in `API-Version`; the newest one if it names none that is supported. */
export const versionOf = ({ headers }: Pick<Call, "headers">): Version =>
  VERSIONS.find((version) => version === headers["api-version"]) ?? VERSION
