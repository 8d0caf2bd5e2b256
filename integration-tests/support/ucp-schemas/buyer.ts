import { z } from "@medusajs/framework/zod"
import { nameIn } from "./envelope"
import { Text } from "./text"
import type { Version } from "./version"

/** The buyer. */
export const buyer = {
  first_name: Text.optional(),
  last_name: Text.optional(),
  email: z.email().optional(),
  phone_number: z.e164().optional(),
}

const decision = { granted: z.boolean(), source: z.enum(["business", "platform"]), description: Text }

const laterName = nameIn("2026-08-25")

/** Four questions, answered or not; from 2026-08-25 on any purposes, and channels of theirs. */
const CONSENT = {
  "2026-04-08": z.strictObject({
    analytics: z.boolean().optional(),
    preferences: z.boolean().optional(),
    marketing: z.boolean().optional(),
    sale_of_data: z.boolean().optional(),
  }),
  "2026-08-25": z.record(
    laterName,
    z.strictObject({ ...decision, segments: z.record(laterName, z.strictObject(decision)).optional() })
  ),
} satisfies Record<Version, z.ZodType>

/** The buyer and the buyer's consent. */
export const consentingBuyer = (version: Version) =>
  z.strictObject({ ...buyer, consent: CONSENT[version].optional() })
