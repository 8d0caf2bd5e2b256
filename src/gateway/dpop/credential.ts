import type { DpopProof } from "../../modules/oauth/dpop-proofs"
import type { Call, Credential } from "../call"
import { type ProofFlaw, verifyProof } from "./verify-proof"

/** The verified proof of a credential. Undefined without one, and for a wrong one. */
export function proofIn(credential: Credential | undefined): DpopProof | undefined {
  const proof = credential?.proof
  return proof && !("flaw" in proof) ? proof : undefined
}

/**
 * The access token of the Authorization header: `Bearer` (RFC 6750 §2.1), or `DPoP` with a proof (RFC 9449 §7.1).
 * Tokens in the query or body are not accepted. Whether the token is valid, and bound to the key of the proof, is
 * decided by the database.
 */
export async function credentialIn(call: Call): Promise<Credential | undefined> {
  const { authorization = "" } = call.headers
  const [, scheme, token] = /^(Bearer|DPoP) +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization) ?? []
  if (scheme === undefined || token === undefined) return undefined
  if (scheme.toLowerCase() === "bearer") return { token, proof: null }
  return { token, proof: (await proofOf(call, token)) ?? MISSING }
}

/** The proof in the DPoP header of a call; undefined without the header. */
export async function proofOf(call: Call, token?: string): Promise<DpopProof | ProofFlaw | undefined> {
  const { dpop } = call.headers
  if (dpop === undefined) return undefined
  const { method, base_url, path } = call
  // Several headers are joined by a comma, which no proof contains.
  return verifyProof(String(dpop), { method, url: base_url + path, token })
}

const MISSING = { flaw: "The DPoP header with the proof is missing." }
