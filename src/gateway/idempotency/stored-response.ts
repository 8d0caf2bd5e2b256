import { seal, unseal } from "../../domain/encryption"
import type { KeyedRequest } from "../../modules/agent/models/idempotency"
import { policyOf } from "../admission"
import type { Call } from "../call"

/** How the body of a stored response is written and read. */
export interface Keeping {
  wrap(body: string): string
  unwrap(kept: string): string
}

/** Stores the body unchanged. */
export const PLAIN: Keeping = { wrap: (body) => body, unwrap: (kept) => kept }

/**
 * Encrypts the body, because it contains a secret. Without an encryption key it is stored in plain text: no response
 * contains a secret then.
 */
export function sealedFor(call: Call, { owner, operation, key }: KeyedRequest): Keeping {
  const { encryption_key } = policyOf(call).options
  if (!encryption_key) return PLAIN
  const about = `answer ${owner} ${operation} ${key}`
  return {
    wrap: (body) => seal(body, about, encryption_key),
    unwrap: (kept) => unseal(kept, about, encryption_key),
  }
}
