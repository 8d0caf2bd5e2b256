import { decodeJwt, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from "jose"
import type { Clock } from "./clock"
import { BankError, type SignatureReason } from "./errors"
import type { Merchant } from "./merchants"
import { bodyDigest } from "./sign-message"

const MAX_AGE_SECONDS = 300
const SKEW_SECONDS = 30

/** A request as received: its raw bytes, and the absolute URL built from the bank's configured public URL. */
export interface SignedRequest {
  token: string | undefined
  method: string
  url: string
  idempotencyKey: string | undefined
  rawBody: Buffer
}

/** The parts of the bank that verification needs. */
export interface VerifierContext {
  issuer: string
  clock: Clock
  merchants: ReadonlyMap<string, Merchant>
  /** Remembers (iss, jti) until `until` (seconds); false when it is already known. */
  remember: (iss: string, jti: string, until: number) => boolean
}

/** The sender of a verified request. */
export interface Caller {
  merchant: Merchant
  jti: string
}

/**
 * Accepts a request only if its merchant signed exactly this method, URL, key and body, recently and once. Throws a
 * 401 BankError with the reason, or 503 when the merchant's keys could not be fetched.
 */
export async function verifyRequest(request: SignedRequest, bank: VerifierContext): Promise<Caller> {
  if (!request.token) throw refuse("signature_missing", "The Gw-Signature header is missing.")
  const claims = await verifyToken(request.token, bank)
  const merchant = merchantOf(claims, bank.merchants)
  checkBinding(claims, request, bank.issuer)
  if (claims.bdg !== bodyDigest(request.rawBody))
    throw refuse("digest_mismatch", "bdg is not the digest of the body received.")
  const { jti, exp } = claims as { jti: string; exp: number }
  // Last, so that only genuine messages are stored.
  if (!bank.remember(merchant.merchant_id, jti, exp + SKEW_SECONDS))
    throw refuse("replayed", "This message was received before.")
  return { merchant, jti }
}

/** The sender named by an unverified token. Used only to address the error response. */
export function claimedSender(token: string | undefined): { iss?: string; jti?: string } {
  try {
    const { iss, jti } = decodeJwt(token ?? "")
    return { iss: isShortText(iss) ? iss : undefined, jti: isShortText(jti) ? jti : undefined }
  } catch {
    return {}
  }
}

async function verifyToken(token: string, bank: VerifierContext): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keyFinder(bank.merchants), {
      algorithms: ["ES256"],
      typ: "gwb-request+jwt",
      audience: bank.issuer,
      maxTokenAge: MAX_AGE_SECONDS,
      clockTolerance: SKEW_SECONDS,
      requiredClaims: ["iss", "jti", "iat", "exp", "bdg", "htm", "htu"],
      currentDate: bank.clock.now(),
    })
    return payload
  } catch (error) {
    throw error instanceof errors.JOSEError ? refuse(reasonOf(error), error.message) : error
  }
}

function keyFinder(merchants: ReadonlyMap<string, Merchant>): JWTVerifyGetKey {
  return async (header, jws) => {
    if (!isShortText(header.kid)) throw refuse("key_unknown", "The token names no kid.")
    const { findKey } = merchantOf(readPayload(jws.payload), merchants)
    try {
      return await findKey(header, jws)
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
        throw error
      // Not the sender's fault: without the key set, nothing is known about the signature.
      throw new BankError("unavailable", "The merchant's keys could not be fetched.", { retryAfter: 5 })
    }
  }
}

function readPayload(payload: string | Uint8Array): JWTPayload {
  try {
    return decodeJwt(`.${payload.toString()}.`)
  } catch {
    throw refuse("signature_invalid", "The token's payload is not a JSON object.")
  }
}

function merchantOf({ iss }: JWTPayload, merchants: ReadonlyMap<string, Merchant>): Merchant {
  const merchant = typeof iss === "string" ? merchants.get(iss) : undefined
  if (!merchant) throw refuse("claim_mismatch", "iss is not a merchant of this bank.")
  return merchant
}

function checkBinding(claims: JWTPayload, request: SignedRequest, issuer: string): void {
  const { iat, exp } = claims as { iat: number; exp: number }
  const holds: Record<string, boolean> = {
    aud: claims.aud === issuer,
    jti: isShortText(claims.jti),
    exp: exp - iat <= MAX_AGE_SECONDS,
    htm: claims.htm === request.method,
    htu: claims.htu === request.url,
    idk: request.method !== "POST" || claims.idk === request.idempotencyKey,
  }
  const broken = Object.keys(holds).find((claim) => !holds[claim])
  if (broken) throw refuse("claim_mismatch", `The claim ${broken} does not fit this request.`)
}

function reasonOf(error: errors.JOSEError): SignatureReason {
  if (error instanceof errors.JOSEAlgNotAllowed) return "alg_not_allowed"
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return "key_unknown"
  if (error instanceof errors.JWTExpired) return "signature_stale"
  if (error instanceof errors.JWTClaimValidationFailed) return "claim_mismatch"
  return "signature_invalid"
}

function refuse(reason: SignatureReason, message: string): BankError {
  return new BankError(reason, message)
}

function isShortText(value: unknown): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= 200
}
