import { createPublicKey } from "node:crypto"
import { z } from "@medusajs/framework/zod"

const Coordinate = z.string().regex(/^[A-Za-z0-9_-]{43}$/, "must be 32 bytes in base64url")

/** A public EC P-256 key as JWK (RFC 7517). Members that verification does not need are dropped. */
const PublicKey = z
  .object({
    kty: z.literal("EC"),
    crv: z.literal("P-256"),
    x: Coordinate,
    y: Coordinate,
    d: z.never("must not be sent: it is the private key").optional(),
    kid: z
      .string()
      .regex(/^[\x20-\x7e]{1,200}$/, "must be printable ASCII")
      .optional(),
    alg: z.literal("ES256").optional(),
    use: z.literal("sig").optional(),
  })
  .refine(isOnCurve, "is not a point of the curve P-256")

function isOnCurve({ kty, crv, x, y }: { kty: "EC"; crv: "P-256"; x: string; y: string }): boolean {
  try {
    return Boolean(createPublicKey({ key: { kty, crv, x, y }, format: "jwk" }))
  } catch {
    return false
  }
}

/** A client's `jwks`: one to ten keys. Several keys need distinct `kid`s, by which the signing key is selected. */
export const ClientKeys = z.object({
  keys: z
    .array(PublicKey)
    .min(1)
    .max(10)
    .refine((keys) => keys.length === 1 || haveUniqueIds(keys), "must have a unique kid for each key"),
})

function haveUniqueIds(keys: readonly { kid?: string | undefined }[]): boolean {
  return (
    keys.every(({ kid }) => kid !== undefined) && new Set(keys.map(({ kid }) => kid)).size === keys.length
  )
}
