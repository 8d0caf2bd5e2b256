import { z } from "@medusajs/framework/zod"

/** A public key of a platform as its profile has it (RFC 7517), as far as it matters here. */
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

/** A list of keys. What is no key with a name, and for signatures, is not in it; neither is what comes after the fiftieth. */
export const PlatformKeys = z
  .array(z.unknown())
  .catch([])
  .transform((keys) => keys.slice(0, MOST_KEYS).flatMap((key) => PlatformKey.safeParse(key).data ?? []))
