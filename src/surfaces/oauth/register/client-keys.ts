import { createPublicKey, type JsonWebKey } from "node:crypto"
import { z } from "@medusajs/framework/zod"
import type { ClientKeySet, PublicKeyJwk } from "../../../modules/oauth/models/client"

/** The algorithms with which clients sign assertions (RFC 7518 §3.1). */
export const ASSERTION_ALGORITHMS = ["ES256", "RS256"] as const
export type AssertionAlgorithm = (typeof ASSERTION_ALGORITHMS)[number]

const base64url = (least: number, most: number) => new RegExp(`^[A-Za-z0-9_-]{${least},${most}}$`)

const Coordinate = z.string().regex(base64url(43, 43), "must be 32 bytes in base64url")

const COMMON = {
  d: z.never("must not be sent: it is the private key").optional(),
  kid: z
    .string()
    .regex(/^[\x20-\x7e]{1,200}$/, "must be printable ASCII")
    .optional(),
  use: z.literal("sig").optional(),
}

/** An EC key of P-256. */
const EcKey = z
  .object({
    ...COMMON,
    kty: z.literal("EC"),
    crv: z.literal("P-256"),
    x: Coordinate,
    y: Coordinate,
    alg: z.literal("ES256").optional(),
  })
  .refine(isUsable, "is not a point of the curve P-256")

/** An RSA key of 2048 to 8192 bits (RFC 7518 §3.3). */
const RsaKey = z
  .object({
    ...COMMON,
    kty: z.literal("RSA"),
    n: z.string().regex(base64url(342, 1366), "must be 256 to 1024 bytes in base64url"),
    e: z.string().regex(base64url(1, 6), "must be 1 to 4 bytes in base64url"),
    alg: z.literal("RS256").optional(),
  })
  .refine(isUsable, "is not an RSA key")

/** A public key as JWK (RFC 7517). Members that verification does not need are dropped. */
const PublicKey = z.discriminatedUnion("kty", [EcKey, RsaKey])

function isUsable(key: object): boolean {
  try {
    return Boolean(createPublicKey({ key: key as JsonWebKey, format: "jwk" }))
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

/** The algorithm with which a key signs. */
export const algorithmOf = ({ kty }: Pick<PublicKeyJwk, "kty">): AssertionAlgorithm =>
  kty === "EC" ? "ES256" : "RS256"

const isFirstWithId = ({ kid }: PublicKeyJwk, at: number, keys: readonly PublicKeyJwk[]): boolean =>
  kid !== undefined && keys.findIndex((key) => key.kid === kid) === at

const PublishedKeys = z.object({ keys: z.array(z.unknown()).max(100) })

/**
 * The keys of a set that a client publishes elsewhere: such a set may have keys for other purposes, which are left out.
 * Undefined if there is none; at most ten.
 */
export function usableKeys(published: unknown): ClientKeySet | undefined {
  const set = PublishedKeys.safeParse(published)
  const keys = (set.data?.keys ?? []).flatMap((key) => PublicKey.safeParse(key).data ?? [])
  const usable = keys.length === 1 ? keys : keys.filter(isFirstWithId)
  return usable.length ? { keys: usable.slice(0, 10) } : undefined
}
