/** The releases of the protocol that the store supports. */
export const VERSIONS = ["2026-04-08", "2026-08-25"] as const
export type Version = (typeof VERSIONS)[number]
