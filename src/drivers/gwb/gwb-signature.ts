import { createHash, randomUUID } from "node:crypto"
import { z } from "@medusajs/framework/zod"
import { SignJWT } from "jose"
import { verifyJws } from "./jws"
import type { BankKeys, MerchantKey } from "./gwb-keys"
import { SignatureRefused } from "../signature-refused"

/** The header with the signature of a GWB/1 message. */
export const SIGNATURE_HEADER = "gw-signature"

const LIFETIME_SECONDS = 120
const LONGEST_LIFETIME_SECONDS = 300
const CLOCK_TOLERANCE_SECONDS = 30

const digestOf = (raw: Buffer | string) => createHash("sha256").update(raw).digest("base64url")

/** The claims of the store's request. `url` is absolute and includes the query. */
export interface RequestClaims {
  readonly issuer: string
  readonly audience: string
  readonly method: string
  readonly url: string
  readonly raw_body: string
  readonly idempotency_key?: string
}

/**
 * Signs a request; the signature is valid for 120 seconds. Returns the token and its id, which the bank's
 * response must contain.
 */
export async function signRequest(
  key: MerchantKey,
  claims: RequestClaims
): Promise<{ token: string; jti: string }> {
  const jti = randomUUID()
  const token = await new SignJWT({
    htm: claims.method,
    htu: claims.url,
    bdg: digestOf(claims.raw_body),
    ...(claims.idempotency_key && { idk: claims.idempotency_key }),
  })
    .setProtectedHeader({ alg: "ES256", typ: "gwb-request+jwt", kid: key.kid })
    .setIssuer(claims.issuer)
    .setAudience(claims.audience)
    .setIssuedAt()
    .setExpirationTime(`${LIFETIME_SECONDS}s`)
    .setJti(jti)
    .sign(key.private_key)
  return { token, jti }
}

/** The claims that a message of the bank must have. */
export interface Expectation {
  readonly typ: "gwb-response+jwt" | "gwb-ipn+jwt"
  readonly issuer: string
  readonly audience: string
  /** Further claims with their exact values. */
  readonly claims: Readonly<Record<string, string | number>>
}

/** The claims of every message (RFC 7519), and the digest of its body. */
const Claims = z.looseObject({
  iss: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  iat: z.number(),
  exp: z.number(),
  nbf: z.number().optional(),
  jti: z.string().min(1),
  bdg: z.string(),
})
export type VerifiedClaims = z.infer<typeof Claims>

/**
 * Verifies a message of the bank over its raw bytes: signature and standard claims, lifetime, the claims that
 * bind it to this exchange, and the digest of the body. Throws SignatureRefused, or BankError if the keys
 * cannot be fetched.
 */
export async function verifySignature(
  token: string | undefined,
  raw: Buffer,
  keys: BankKeys,
  expected: Expectation
): Promise<VerifiedClaims> {
  if (!token) throw new SignatureRefused("signature_missing")
  const { typ, payload } = await verifyJws(token, keys)
  const claims = Claims.safeParse(payload).data
  if (typ !== expected.typ || !claims || !hasExpectedParties(claims, expected))
    throw new SignatureRefused("claim_mismatch")
  checkAge(claims)
  for (const [name, value] of Object.entries(expected.claims))
    if (claims[name] !== value) throw new SignatureRefused("claim_mismatch")
  if (claims.bdg !== digestOf(raw)) throw new SignatureRefused("digest_mismatch")
  return claims
}

function hasExpectedParties({ iss, aud }: VerifiedClaims, { issuer, audience }: Expectation): boolean {
  return iss === issuer && [aud].flat().includes(audience)
}

/** Rejects messages that are expired, too old, from the future, or valid for longer than agreed. */
function checkAge({ iat, exp, nbf = iat }: VerifiedClaims): void {
  const now = Math.floor(Date.now() / 1000)
  const oldest = now - CLOCK_TOLERANCE_SECONDS
  if (exp <= oldest || iat < oldest - LONGEST_LIFETIME_SECONDS) throw new SignatureRefused("signature_stale")
  const soonest = now + CLOCK_TOLERANCE_SECONDS
  if (iat > soonest || nbf > soonest || exp - iat > LONGEST_LIFETIME_SECONDS)
    throw new SignatureRefused("claim_mismatch")
}
