import { z } from "@medusajs/framework/zod"
import type { Version } from "./version"

const Method = z.enum(["shipping", "pickup"])
const combinations = z.array(z.array(Method).min(1)).min(1)

/** The `config` of the fulfillment capability: what a store that delivers says about its methods. */
export const FULFILLMENT_CONFIG = {
  "2026-04-08": z.strictObject({
    allows_multi_destination: z.partialRecord(Method, z.boolean()).optional(),
    allows_method_combinations: combinations,
  }),
  "2026-08-25": z.strictObject({
    multi_destination: z.array(z.strictObject({ method: Method })).optional(),
    method_combinations: combinations,
  }),
} satisfies Record<Version, z.ZodType>
