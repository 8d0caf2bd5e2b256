import { z } from "@medusajs/framework/zod"

/** The signature versions of Redsys. A terminal uses exactly one of them. */
export const SIGNATURE_VERSIONS = ["HMAC_SHA256_V1", "HMAC_SHA512_V1", "HMAC_SHA512_V2"] as const
export type SignatureVersion = (typeof SIGNATURE_VERSIONS)[number]

/** The secret that Redsys issues: 24 bytes in standard base64, which has no padding. */
const SECRET = /^[A-Za-z0-9+/]{32}$/

/** A random secret of 24 bytes practically never has fewer different bytes. */
const FEWEST_BYTES = 8

/**
 * What both sides need to sign. A secret that Redsys cannot have issued is rejected, above all an empty, short or
 * repetitive one: others could guess it and sign notifications.
 */
export const Credentials = z.object({
  /** The terminal's secret in base64, as Redsys shows it. */
  secret: z
    .string()
    .regex(SECRET, "must be 24 bytes in base64, as shown by Redsys")
    .refine(
      (secret) => new Set(Buffer.from(secret, "base64")).size >= FEWEST_BYTES,
      "must be the random secret of the terminal"
    ),
  /** The terminal's signature version. Messages in another version are rejected. */
  signature_version: z.enum(SIGNATURE_VERSIONS),
})
export type Credentials = Readonly<z.infer<typeof Credentials>>
