import { type Problem, problem } from "../../domain/errors"
import { OAUTH_MODULE } from "../../modules/oauth"
import type OAuthService from "../../modules/oauth/service"
import type { Admission, DpopFault } from "../../modules/policy/models/admission"
import type { Call } from "../call"
import { proofIn } from "./credential"

/** What the client has to do, by the fault in the way in which it sent its token. */
const REMEDIES: Record<DpopFault, string> = {
  bound:
    "The token is bound to a key. Send it as Authorization: DPoP, with a proof of that key in the DPoP header.",
  unbound: "The token is not bound to a key. Send it as Authorization: Bearer, without a proof.",
  other_key: "The DPoP proof is signed with another key than the one to which the token is bound.",
  required:
    "This client must use DPoP, and the token is not bound to a key. Obtain a token with a DPoP proof.",
}

/** Why a call without a valid token is refused: the proof, the way in which the token was sent, or the token. */
export function refusedToken({ credential, headers }: Call, { dpop_fault }: Admission): Problem {
  if (credential?.proof && "flaw" in credential.proof) return refusedProof(credential.proof.flaw)
  if (dpop_fault) return problem("unauthorized", { reason: "invalid_token" }, REMEDIES[dpop_fault])
  return problem("unauthorized", headers.authorization ? { reason: "invalid_token" } : {})
}

/** Uses the proof of a call whose token is bound to its key. Throws `unauthorized` unless it is recent and new. */
export async function useProof({ credential, container }: Call): Promise<void> {
  const proof = proofIn(credential)
  if (!proof) return
  const flaw = await container.resolve<OAuthService>(OAUTH_MODULE).dpopProofs.use(proof)
  if (flaw !== undefined) throw refusedProof(flaw)
}

const refusedProof = (flaw: string) => problem("unauthorized", { reason: "invalid_dpop_proof" }, flaw)
