import { problem } from "../../../domain/errors"
import type { PlatformKey } from "../platform/platform-keys"
import { requiredOf, type Sent } from "./signed-components"
import type { RequestSignature } from "./read-signature"
import { flawIn } from "./verify-request"

/** Limited because verifying a signature costs more than sending one. */
const MOST_SIGNATURES = 8

/**
 * Returns the valid signatures that cover every required component. Throws when there is none; the others may be for
 * other receivers. Where signatures are required, a signature needs its `created` time. When no signature covers
 * enough, that is `signature_missing` where signatures are required, and `signature_invalid` elsewhere. A request above
 * the size limit has no body to verify, and is refused as too large.
 */
export function checkSignatures(
  signatures: readonly RequestSignature[],
  keys: readonly PlatformKey[],
  sent: Sent,
  isRequired: boolean,
  now = new Date()
): RequestSignature[] {
  if (!sent.body) throw problem("request_too_large")
  if (!signatures.length)
    throw problem("signature_invalid", { reason: "the signature headers are malformed" })
  if (signatures.length > MOST_SIGNATURES)
    throw problem("signature_invalid", { reason: `there are more than ${MOST_SIGNATURES} signatures` })
  const required = requiredOf(sent, isRequired)
  const missingIn = ({ components, created }: RequestSignature) => [
    ...required.filter((name) => !components.includes(name)),
    ...(isRequired && created === undefined ? ["created"] : []),
  ]
  const complete = signatures.filter((signature) => !missingIn(signature).length)
  const flaws = complete.map((signature) => flawIn(signature, sent, keys, now))
  const valid = complete.filter((_, index) => !flaws[index])
  if (valid.length) return valid
  if (flaws[0]) throw flaws[0]
  const uncovered = [...new Set(signatures.flatMap(missingIn))]
  throw problem(isRequired ? "signature_missing" : "signature_invalid", { uncovered })
}
