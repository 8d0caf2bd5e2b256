/** The supported protocol versions, newest first. */
export const VERSIONS = ["2026-04-17"] as const

export const VERSION = VERSIONS[0]
