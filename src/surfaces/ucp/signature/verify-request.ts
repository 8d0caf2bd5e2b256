import { isDigestOf } from "../../../domain/content-digest"
import { algorithmOf, type Component, isSignedWith } from "../../../domain/message-signature"
import { type Problem, problem } from "../../../domain/errors"
import type { PlatformKey } from "../platform/platform-keys"
import { type Sent, valueOf } from "./signed-components"
import type { RequestSignature } from "./read-signature"

/** How old a signature may be: its life, in seconds, counted from `created`. */
export const OLDEST_SECONDS = 300
/** How far a platform's clock may be ahead of the store's. */
const AHEAD_SECONDS = 60

/**
 * Why a signature does not prove that the request comes from the owner of these keys: `key_not_found`,
 * `algorithm_unsupported`, `signature_invalid` or `digest_mismatch`. Undefined when the signature is valid.
 */
export function flawIn(
  signature: RequestSignature,
  sent: Sent,
  keys: readonly PlatformKey[],
  now = new Date()
): Problem | undefined {
  const { components, parameters, bytes } = signature
  const key = keys.find(({ kid }) => kid === signature.keyid)
  if (!key) return problem("key_not_found")
  const algorithm = algorithmOf(key)
  if (!algorithm) return problem("algorithm_unsupported")
  const reason = faultIn(signature, algorithm.name, now.getTime() / 1000)
  if (reason) return problem("signature_invalid", { reason })
  const covered = components.map((name) => [name, valueOf(name, sent)] as const)
  if (!areThere(covered) || !isSignedWith(covered, parameters, bytes, key))
    return problem("signature_invalid")
  return hasItsBody(signature, sent) ? undefined : problem("digest_mismatch")
}

/** What is wrong with a signature's parameters, whichever key made it. */
function faultIn({ created, expires, alg }: RequestSignature, name: string, now: number): string | undefined {
  if (alg !== undefined && alg !== name) return "its alg does not match the key"
  if (created !== undefined && created > now + AHEAD_SECONDS) return "its created time is in the future"
  if (created !== undefined && created < now - OLDEST_SECONDS)
    return `its created time is more than ${OLDEST_SECONDS} seconds ago`
  if (expires !== undefined && expires <= now) return "it has expired"
  return undefined
}

const areThere = (covered: readonly (readonly [string, string | undefined])[]): covered is Component[] =>
  covered.every(([, value]) => value !== undefined)

/** A signed digest must match even when the request has no body: the body may have been removed on the way. */
function hasItsBody({ components }: RequestSignature, { headers, body }: Sent): boolean {
  return (
    !components.includes("content-digest") ||
    isDigestOf(String(headers["content-digest"]), body ?? Buffer.alloc(0))
  )
}
