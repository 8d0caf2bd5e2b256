import type { Version } from "../version"

/** A fictitious store. */
export const SHOP = "https://fern-and-kettle.example"

/** The `ucp` member of an answer for which the capabilities were used, named without what they have in common. */
export const used = (version: Version, ...capabilities: string[]) => ({
  version,
  status: "success",
  capabilities: Object.fromEntries(capabilities.map((name) => [`dev.ucp.shopping.${name}`, [{ version }]])),
})

/** The format in which each version restricts the accepted cards. */
export const ONLY_VISA = {
  "2026-04-08": { brands: ["visa"] },
  "2026-08-25": { properties: { brand: { enum: ["visa"] } } },
} satisfies Record<Version, object>
