import { createHash, randomUUID } from "node:crypto"
import { type JWTPayload, type JWTVerifyGetKey, SignJWT, errors, jwtVerify } from "jose"
import { BankError, type SignatureReason } from "../driver"
import type { MerchantKey } from "./keys"

/** The header that carries the signature of a GWB/1 message. */
export const SIGNATURE_HEADER = "gw-signature"

const LIFETIME_SECONDS = 120
const LONGEST_LIFETIME_SECONDS = 300

/** A message whose signature was not believed, and why. */
export class SignatureRefused extends Error {
  constructor(readonly reason: SignatureReason) {
    super(reason)
  }
}

const digestOf = (raw: Buffer | string) => createHash("sha256").update(raw).digest("base64url")

/** What a request of ours says about itself. `url` is absolute and includes the query. */
export interface RequestClaims {
  readonly issuer: string
  readonly audience: string
  readonly method: string
  readonly url: string
  readonly raw_body: string
  readonly idempotency_key?: string
}

/** Signs a request for 120 seconds; returns the token and its id, which the bank's answer must name. */
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

/** What a message of the bank must say about itself to be believed. */
export interface Expectation {
  readonly typ: "gwb-response+jwt" | "gwb-ipn+jwt"
  readonly issuer: string
  readonly audience: string
  /** Further claims and the exact values they must have. */
  readonly claims: Readonly<Record<string, string | number>>
}

/** The claims every believed message has. */
export interface VerifiedClaims extends JWTPayload {
  readonly iss: string
  readonly jti: string
  readonly exp: number
}

/**
 * Verifies a message of the bank over its raw bytes: signature and standard claims, lifetime, the claims that bind
 * it to this exchange, and the body's digest. Throws SignatureRefused, or BankError when keys cannot be fetched.
 */
export async function verifySignature(
  token: string | undefined,
  raw: Buffer,
  keys: JWTVerifyGetKey,
  expected: Expectation
): Promise<VerifiedClaims> {
  if (!token) throw new SignatureRefused("signature_missing")
  const claims = await verifyToken(token, keys, expected)
  if (claims.exp - (claims.iat ?? 0) > LONGEST_LIFETIME_SECONDS) throw new SignatureRefused("claim_mismatch")
  for (const [name, value] of Object.entries(expected.claims))
    if (claims[name] !== value) throw new SignatureRefused("claim_mismatch")
  if (claims["bdg"] !== digestOf(raw)) throw new SignatureRefused("digest_mismatch")
  return claims
}

async function verifyToken(token: string, keys: JWTVerifyGetKey, { typ, issuer, audience }: Expectation) {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ["ES256"],
      typ,
      issuer,
      audience,
      maxTokenAge: LONGEST_LIFETIME_SECONDS,
      clockTolerance: 30,
      requiredClaims: ["jti", "iat", "exp", "bdg"],
    })
    return payload as VerifiedClaims
  } catch (error) {
    throw refusalOf(error)
  }
}

const REASONS: Record<string, SignatureReason> = {
  [errors.JOSEAlgNotAllowed.code]: "alg_not_allowed",
  [errors.JOSENotSupported.code]: "alg_not_allowed",
  [errors.JWKSNoMatchingKey.code]: "key_unknown",
  [errors.JWTExpired.code]: "signature_stale",
  [errors.JWTClaimValidationFailed.code]: "claim_mismatch",
  [errors.JWSSignatureVerificationFailed.code]: "signature_invalid",
  [errors.JWSInvalid.code]: "signature_invalid",
  [errors.JWTInvalid.code]: "signature_invalid",
  [errors.JWKSMultipleMatchingKeys.code]: "key_unknown",
}

/** Anything that is not the message's own fault is ours: the keys could not be had. */
function refusalOf(error: unknown): Error {
  const reason = error instanceof errors.JOSEError ? REASONS[error.code] : undefined
  if (reason) return new SignatureRefused(reason)
  return new BankError("keys_unavailable", "unknown", "the bank's keys could not be fetched", {
    cause: error,
  })
}
