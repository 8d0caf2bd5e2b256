import { problem } from "../../../domain/errors"
import { isOpen, policyOf } from "../../../gateway/admission"
import type { Call } from "../../../gateway/call"
import { audited } from "../../../gateway/refusals"
import type { Gate } from "../../../gateway/surface"
import type { PlatformKey } from "../platform/platform-keys"
import { offerIn } from "../platform/platform-capabilities"
import { renewedProfileAt } from "../platform/platform-profile"
import { bindToClient } from "./bind-signature"
import { checkSignatures } from "./check-signature"
import { isSigned, type RequestSignature, signaturesIn } from "./read-signature"

/**
 * Verifies signatures (RFC 9421) of calls that are not open to everyone, after the negotiation: the signer is the platform that
 * `UCP-Agent` names. When the merchant requires signatures, one must be valid and cover every required component, the
 * client, if the call has one, must be bound to that platform's profile, and each signature is accepted once. Otherwise a request needs no
 * signature, but a wrong one is refused; signatures of a platform without keys are ignored. Refusals are counted in the
 * merchant's audit log.
 */
export const signatureGate: Gate = async (call, { operation }) => {
  if (isOpen(operation.access)) return
  await audited(call.caller?.client_id ?? null, call, () => checkSignature(call))
}

async function checkSignature(call: Call): Promise<void> {
  const isRequired = policyOf(call).options.ucp_signatures === "required"
  const sent = call.carrier ?? call
  if (!isSigned(sent.headers)) {
    if (isRequired) throw problem("signature_missing")
    return
  }
  const signatures = signaturesIn(sent.headers)
  const keys = await keysFor(signatures, call)
  if (!keys.length && isRequired) throw problem("key_not_found")
  if (!keys.length) return
  const valid = checkSignatures(signatures, keys, sent, isRequired)
  if (isRequired) await bindToClient(valid, call)
}

/**
 * The keys of the calling platform. When none of them made the signatures, the profile is fetched again, because the
 * platform may have new keys.
 */
async function keysFor(signatures: readonly RequestSignature[], call: Call): Promise<readonly PlatformKey[]> {
  const { keys = [] } = await offerIn(call)
  const areKnown = signatures.some(({ keyid }) => keys.some(({ kid }) => kid === keyid))
  if (areKnown || !signatures.length) return keys
  return (await offerIn(call, renewedProfileAt)).keys ?? []
}
