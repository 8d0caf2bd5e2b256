import { calculateJwkThumbprint, EmbeddedJWK, type JWTPayload, type JWK, jwtVerify } from "jose"
import { digest } from "../../domain/secrets"
import type { DpopProof } from "../../modules/oauth/dpop-proofs"

/** The algorithms with which a client can sign its proofs. */
export const PROOF_ALGORITHMS = ["ES256", "ES384"]

/** The request that a proof must be for. */
export interface ProvenRequest {
  readonly method: string
  /** The public address without query. */
  readonly url: string
  /** The access token that is sent together with the proof; undefined where tokens are requested. */
  readonly token: string | undefined
}

/** What is wrong with a proof, as a sentence for the client's developer. */
export interface ProofFlaw {
  readonly flaw: string
}

interface Signed {
  readonly payload: JWTPayload
  readonly jwk: JWK
}

const MALFORMED = `The DPoP header must have one JWT of the type dpop+jwt, signed with ${PROOF_ALGORITHMS.join(" or ")} by the public key in its header.`

/**
 * Verifies a DPoP proof (RFC 9449 §4.3) except for its age and first use, which the database decides: its type,
 * signature and key, and that it was made for this request and token.
 */
export async function verifyProof(text: string, request: ProvenRequest): Promise<DpopProof | ProofFlaw> {
  const signed = await signedIn(text)
  if (!signed) return { flaw: MALFORMED }
  const { jti, iat } = signed.payload
  const flaw = flawIn(signed.payload, request)
  if (flaw !== undefined || typeof jti !== "string" || iat === undefined)
    return { flaw: flaw ?? "jti and iat are missing in the DPoP proof." }
  return { jkt: await calculateJwkThumbprint(signed.jwk), jti, iat }
}

async function signedIn(text: string): Promise<Signed | undefined> {
  try {
    const options = { typ: "dpop+jwt", algorithms: PROOF_ALGORITHMS }
    const { payload, protectedHeader } = await jwtVerify(text, EmbeddedJWK, options)
    return protectedHeader.jwk && { payload, jwk: protectedHeader.jwk }
  } catch {
    return undefined
  }
}

function flawIn({ jti, iat, htm, htu, ath }: JWTPayload, request: ProvenRequest): string | undefined {
  if (typeof jti !== "string" || jti === "" || jti.length > 255)
    return "jti of the DPoP proof must be a new text of 1 to 255 characters."
  if (iat === undefined) return "iat of the DPoP proof is missing."
  if (htm !== request.method) return `htm of the DPoP proof must be ${request.method}.`
  if (addressIn(htu) !== addressIn(request.url)) return `htu of the DPoP proof must be ${request.url}.`
  if (request.token !== undefined && ath !== digest(request.token))
    return "ath of the DPoP proof must be the SHA-256 hash of the access token in base64url."
  return undefined
}

/** A normalized address, without query and fragment (RFC 9449 §4.3 rule 9). */
function addressIn(url: unknown): string | undefined {
  if (typeof url !== "string" || !URL.canParse(url)) return undefined
  const { origin, pathname } = new URL(url)
  return origin + pathname
}
