import { problem } from "../../../domain/errors"
import type { Call } from "../../../gateway/call"
import { OAUTH_MODULE } from "../../../modules/oauth"
import type OAuthService from "../../../modules/oauth/service"
import { agentIn } from "../platform/agent-header"
import type { RequestSignature } from "./read-signature"
import { OLDEST_SECONDS } from "./verify-request"

/**
 * Binds valid signatures to the calling client, on all servers. The client's first signed call pins it to the profile
 * that `UCP-Agent` names, unless the merchant has set one; a call with another profile is refused. A signature is
 * accepted once for as long as it is valid. A call without a token has no client to bind. Throws `signature_invalid`.
 */
export async function bindToClient(valid: readonly RequestSignature[], call: Call): Promise<void> {
  const { signatures } = call.container.resolve<OAuthService>(OAUTH_MODULE)
  const { profile = "" } = agentIn(String(call.headers["ucp-agent"]))
  const { caller } = call
  if (caller && !(await signatures.isOfClient(caller.client_id, profile)))
    throw problem("signature_invalid", {
      reason: "the client is bound to another profile; use that one, or ask the merchant to reset it",
    })
  const used = valid.map((signature) => ({ id: idOf(signature, profile), ends: endOf(signature) }))
  if (!(await signatures.useOnce(used)))
    throw problem("signature_invalid", {
      reason: "it was used before; sign each request, also a repeated one, anew",
    })
}

/**
 * What stays the same in all forms of one ECDSA signature. Anyone can turn (r, s) into the second valid signature
 * (r, -s), but only the key's owner can make one with another r.
 */
function idOf({ keyid, bytes }: RequestSignature, profile: string): string {
  return JSON.stringify([profile, keyid, bytes.subarray(0, bytes.length / 2).toString("base64")])
}

function endOf({ created = 0 }: RequestSignature): number {
  return created + OLDEST_SECONDS
}
