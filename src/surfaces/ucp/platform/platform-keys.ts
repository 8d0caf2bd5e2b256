import { z } from "@medusajs/framework/zod"

/** A public key in a platform's profile (RFC 7517), with the members that are used here. */
const PlatformKey = z.object({
  kid: z.string(),
  kty: z.string(),
  crv: z.string().optional(),
  x: z.string().optional(),
  y: z.string().optional(),
  alg: z.string().optional(),
  use: z.literal("sig").optional(),
})
export type PlatformKey = z.infer<typeof PlatformKey>

const MOST_KEYS = 50

/**
 * A list of keys. Entries without a `kid` and entries for another use are dropped, and so is everything after the
 * fiftieth.
 */
export const PlatformKeys = z
  .array(z.unknown())
  .catch([])
  .transform((keys) => keys.slice(0, MOST_KEYS).flatMap((key) => PlatformKey.safeParse(key).data ?? []))
