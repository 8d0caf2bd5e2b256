import type { Binding } from "../../../modules/oauth/issue-tokens"
import type { Client } from "../../../modules/oauth/models/client"
import type { Call } from "../../../gateway/call"
import { proofOf } from "../../../gateway/dpop/credential"
import { oauthProblem } from "../oauth-errors"
import { oauthOf } from "../oauth-module"

/**
 * The thumbprint of the key with which the client proves itself to the endpoint (RFC 9449 §5); null without a DPoP
 * header. Each proof is accepted once. Throws `invalid_dpop_proof`.
 */
export async function provenKey(call: Call): Promise<string | null> {
  const proof = await proofOf(call)
  if (!proof) return null
  const flaw = "flaw" in proof ? proof.flaw : await oauthOf(call).dpopProofs.use(proof)
  if (flaw !== undefined) throw oauthProblem("invalid_dpop_proof", flaw)
  return "flaw" in proof ? null : proof.jkt
}

/**
 * The keys to which the client's new tokens are bound. Throws `invalid_dpop_proof` when the client must use DPoP and
 * sent no proof.
 */
export async function bindingFor(client: Client, call: Call): Promise<Binding> {
  const access = await provenKey(call)
  if (access === null && client.dpop_bound_access_tokens)
    throw oauthProblem(
      "invalid_dpop_proof",
      "This client must use DPoP (RFC 9449). Send the DPoP header with a proof for this endpoint."
    )
  return { access, refresh: client.auth_method === "none" ? access : null }
}

/** Throws unless a code or refresh token that is bound to the key `jkt` comes with a proof of that key. */
export function requireKey(jkt: string | null, { access }: Binding): void {
  if (jkt === null || jkt === access) return
  if (access === null)
    throw oauthProblem(
      "invalid_dpop_proof",
      "It is bound to a key. Send the DPoP header with a proof of that key."
    )
  throw oauthProblem("invalid_grant", "It is bound to another key than that of the DPoP proof.")
}
