import { z } from "@medusajs/framework/zod"
import type { Version } from "./version"

const NAMES = {
  "2026-04-08": /^[a-z][a-z0-9]*(\.[a-z][a-z0-9_]*)+$/,
  "2026-08-25": /^[a-z]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9_-]*[a-z0-9_])?)+$/,
} satisfies Record<Version, RegExp>

/** A reversed domain and what it names there; from 2026-08-25 on it may hold hyphens. */
export const nameIn = (version: Version) => z.string().regex(NAMES[version])

const agreed = (version: Version) => z.array(z.strictObject({ version: z.literal(version) })).length(1)

/**
 * The `ucp` member of a response that gives what was requested, and names the one capability that was used; where that
 * one can be extended, also the extensions that were.
 */
export const succeeded = (version: Version, capability: string, extensions: readonly string[] = []) =>
  z.strictObject({
    version: z.literal(version),
    status: z.literal("success"),
    capabilities: z.strictObject({
      [capability]: agreed(version),
      ...Object.fromEntries(extensions.map((name) => [name, agreed(version).optional()])),
    }),
  })

/** A response contains the members of an extension only if it names the extension. */
export const isUsed = (ucp: { capabilities: object }, members: Record<string, unknown>) =>
  Object.entries(members).every(([name, member]) => member === undefined || name in ucp.capabilities)

/** The `ucp` member of a response without a resource. */
export const failed = (version: Version) =>
  z.strictObject({
    version: z.literal(version),
    status: z.literal("error"),
    capabilities: z.record(nameIn(version), agreed(version)).optional(),
  })
