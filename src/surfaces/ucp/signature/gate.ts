import { problem } from "../../../domain/errors"
import { isOpen, policyOf } from "../../admission"
import { type Call, callerOf } from "../../call"
import { audited } from "../../refusals"
import type { Gate } from "../../surface"
import type { PlatformKey } from "../platform/keys"
import { offerIn } from "../platform/offer"
import { renewedProfileAt } from "../platform/profile"
import { checkSignatures } from "./check"
import { isSigned, type RequestSignature, signaturesIn } from "./read"

/**
 * The gate behind the negotiation, for calls with a token: who signs is the platform that `UCP-Agent` names (RFC 9421).
 * Where the merchant demands signatures there must be one that is valid and covers all that counts; otherwise a signature
 * must only not be wrong, and that of a platform without keys is none. Whom it refuses is counted in the merchant's audit.
 */
export const signed: Gate = async (call, { operation }) => {
  if (isOpen(operation.access)) return
  await audited(callerOf(call).client_id, call, () => checkSignature(call))
}

async function checkSignature(call: Call): Promise<void> {
  const isRequired = policyOf(call).options.ucp_signatures === "required"
  if (!isSigned(call.headers)) {
    if (isRequired) throw problem("signature_missing")
    return
  }
  const signatures = signaturesIn(call.headers)
  const keys = await keysFor(signatures, call)
  if (keys.length) return checkSignatures(signatures, keys, call, isRequired)
  if (isRequired) throw problem("key_not_found")
}

/** The keys of the platform of a call. Where none of them made the signatures it may have new ones, and is asked. */
async function keysFor(signatures: readonly RequestSignature[], call: Call): Promise<readonly PlatformKey[]> {
  const { keys = [] } = await offerIn(call)
  const areKnown = signatures.some(({ keyid }) => keys.some(({ kid }) => kid === keyid))
  if (areKnown || !signatures.length) return keys
  return (await offerIn(call, renewedProfileAt)).keys ?? []
}
