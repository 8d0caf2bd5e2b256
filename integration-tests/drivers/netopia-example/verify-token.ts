import { createHash, createPublicKey } from "node:crypto"
import { errors, jwtVerify } from "jose"
import type { NotificationRequest } from "../../../src/drivers/driver"
import { SignatureRefused } from "../../../src/drivers/signature-refused"

const HEADER = "verification-token"

/** The issuer of NETOPIA's tokens. */
export const ISSUER = "NETOPIA Payments"

/** The receiver of the notifications. */
export interface Recipient {
  readonly merchant_id: string
  /** NETOPIA's public key. Without it, nothing can be verified. */
  readonly public_key?: string | undefined
}

/**
 * Verifies that NETOPIA signed exactly these bytes for this point of sale, with RS512 alone: the algorithm that the
 * token names is not trusted. Throws SignatureRefused.
 */
export async function verifyToken(
  { headers, raw_body }: Pick<NotificationRequest, "headers" | "raw_body">,
  { merchant_id, public_key }: Recipient
): Promise<void> {
  const token = headers[HEADER]
  if (typeof token !== "string" || !token) throw new SignatureRefused("signature_missing")
  if (!public_key) throw new SignatureRefused("key_unknown")
  const expected = { algorithms: ["RS512"], issuer: ISSUER, audience: merchant_id, requiredClaims: ["sub"] }
  const { payload } = await jwtVerify(token, createPublicKey(public_key), expected).catch(refuse)
  const digest = createHash("sha512").update(raw_body).digest("base64")
  if (payload.sub !== digest) throw new SignatureRefused("digest_mismatch")
}

function refuse(error: unknown): never {
  if (error instanceof errors.JOSEAlgNotAllowed) throw new SignatureRefused("alg_not_allowed")
  if (error instanceof errors.JWTExpired) throw new SignatureRefused("signature_stale")
  if (error instanceof errors.JWTClaimValidationFailed) throw new SignatureRefused("claim_mismatch")
  throw new SignatureRefused("signature_invalid")
}
